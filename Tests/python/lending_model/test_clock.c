// The wall clock of the hub under test: milliseconds since 1970 from a shared file, still until the test moves it.
// Preloaded (LD_PRELOAD); the other clocks are the machine's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *now_ms;

__attribute__((constructor)) static void open_clock(void) {
  const char *path = getenv("TEST_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof *now_ms, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page != MAP_FAILED) now_ms = page;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*machine)(clockid_t, struct timespec *);
  if (now_ms && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
    int64_t ms = __atomic_load_n(now_ms, __ATOMIC_SEQ_CST);
    *time = (struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    return 0;
  }
  if (!machine) machine = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  return machine(clock, time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec read;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &read);
  *time = (struct timeval){.tv_sec = read.tv_sec, .tv_usec = read.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  struct timespec read;
  clock_gettime(CLOCK_REALTIME, &read);
  if (result) *result = read.tv_sec;
  return read.tv_sec;
}

// As with a clock that a time service keeps.
int adjtimex(struct timex *state) {
  state->status = 0;
  return TIME_OK;
}
