#ifndef DEADWAX_CCLOCK_SHIM_H
#define DEADWAX_CCLOCK_SHIM_H

#include <sys/timex.h>

// Swift's Glibc module has no sys/timex.h. Nothing is set: `modes` is 0 (adjtimex(2)).
static inline int deadwax_clock_is_unsynchronised(void) {
  struct timex state = {0};
  return adjtimex(&state) == TIME_ERROR || (state.status & STA_UNSYNC) != 0;
}

#endif
