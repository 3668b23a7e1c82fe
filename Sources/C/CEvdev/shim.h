#pragma once
#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>

// Returns the time of an event in microseconds. Its fields are macros that depend on the ABI, which Swift does not
// import.
static inline int64_t deadwax_evdev_microseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
}

// Silences the library, which would log to standard error; this program reports the error codes. A null function does
// that, and Swift cannot pass one in place of a function with a va_list.
static inline void deadwax_evdev_silence(void) { libevdev_set_log_function(NULL, NULL); }

// Excludes the scan codes (EV_MSC), which accompany each key, from the queue of 64 events. libevdev has no call for it,
// and ioctl(2) is variadic. Returns 0, or -1 if the kernel does not support it.
static inline int deadwax_evdev_mute_scan_codes(int file) {
  const unsigned long none = 0; // The kernel takes whole words only.
  const struct input_mask mask = {.type = EV_MSC, .codes_size = sizeof none, .codes_ptr = (uint64_t)(uintptr_t)&none};
  return ioctl(file, EVIOCSMASK, &mask);
}
