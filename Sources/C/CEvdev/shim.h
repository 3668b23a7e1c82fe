#pragma once
#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>

// The time of an event in microseconds: its fields are behind macros, which Swift does not see, and change with the ABI.
static inline int64_t deadwax_evdev_microseconds(const struct input_event *event) {
  return (int64_t)event->input_event_sec * 1000000 + event->input_event_usec;
}

// The library would write its complaints about a device on standard error; ours come back as codes. A null function is
// how it is silenced, which Swift cannot pass for a function that takes a va_list.
static inline void deadwax_evdev_silence(void) { libevdev_set_log_function(NULL, NULL); }

// Keeps the scan codes (EV_MSC), which come with each key, out of our queue of 64 events: libevdev has no call for it, and
// ioctl(2) is variadic. 0, or -1 where the kernel cannot.
static inline int deadwax_evdev_mute_scan_codes(int file) {
  const unsigned long none = 0; // The kernel takes whole words only.
  const struct input_mask mask = {.type = EV_MSC, .codes_size = sizeof none, .codes_ptr = (uint64_t)(uintptr_t)&none};
  return ioctl(file, EVIOCSMASK, &mask);
}
