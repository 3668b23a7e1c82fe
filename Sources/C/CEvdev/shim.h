#pragma once
#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>

// The time of an event in microseconds: its fields are behind macros, which Swift does not see, and change with the ABI.
static inline int64_t deadwax_evdev_microseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
}

// The library would write its complaints about a device on standard error; ours come back as codes. A null function is
// how it is silenced, which Swift cannot pass for a function that takes a va_list.
static inline void deadwax_evdev_silence(void) { libevdev_set_log_function(NULL, NULL); }
