#pragma once
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

// What the program that takes the words and the process that is the camera have in common: the latter ends when it
// is unplugged, and starts again when it is plugged in.

enum { WIDTH = 640, HEIGHT = 480, JPEG_LIMIT = 1 << 20, FORMATS = 5 };

// By their place in `offered`, as bits of a mask.
enum { FORMAT_GREY, FORMAT_NV12, FORMAT_YU12, FORMAT_YUYV, FORMAT_MJPG };

struct picture {
  uint8_t luma[WIDTH * HEIGHT];
  uint8_t jpeg[JPEG_LIMIT];
  size_t jpeg_length;
};

enum {
  CONTROL_AUTO_EXPOSURE,
  CONTROL_EXPOSURE,
  CONTROL_FOCUS,
  CONTROL_AUTO_FOCUS,
  CONTROL_BRIGHTNESS,
  CONTROL_POWER_LINE,
  CONTROLS
};

struct camera {
  // The pictures are two, so that a new one is never seen in part.
  struct picture pictures[2];
  atomic_int shown;
  // Which formats the camera offers when it is plugged in next.
  atomic_int offered;
  atomic_int is_stalled;
  // How many frames to come are marked as damaged, and how many end half way.
  atomic_int errors, shorts;
  // Frames sent, and the format of the stream: an index of the offered ones, -1 before the first.
  atomic_int frames, streams, format;
  atomic_int controls[CONTROLS];
};

// The camera's descriptors for gadgetfs: both configurations and the device. Returns how many bytes.
size_t write_descriptors(uint8_t *to, int offered);

// The descriptors of the streaming endpoint, for gadgetfs. Returns how many bytes.
size_t write_endpoint(uint8_t *to);

// Is the camera until it is killed: answers the host on the gadget's control endpoint, and streams. `folder` is where
// gadgetfs is mounted. Returns when something is wrong, having said what.
void be_camera(const char *folder, struct camera *camera);
