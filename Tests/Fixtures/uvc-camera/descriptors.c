// The descriptors of a webcam: USB Video Class 1.0, with a bulk endpoint, for the emulated bus carries no isochronous
// one.
#include "camera.h"
#include <string.h>

enum { CLASS_VIDEO = 0x0e, INTERFACE = 0x24, STREAM_ENDPOINT = 0x81 };

static uint8_t *at;

static void u8(unsigned value) { *at++ = (uint8_t)value; }
static void u16(unsigned value) {
  u8(value & 255);
  u8(value >> 8 & 255);
}
static void u32(unsigned value) {
  u16(value & 65535);
  u16(value >> 16);
}
static void set16(uint8_t *place, size_t value) {
  place[0] = value & 255;
  place[1] = value >> 8 & 255;
}

// Four characters and what is common to all formats that are named so (USB Video Payload Uncompressed, 2.9).
static void guid(const char *name) {
  static const uint8_t rest[12] = {0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71};
  memcpy(at, name, 4);
  memcpy(at + 4, rest, 12);
  at += 16;
}

// A frame descriptor (3.9.2.6 of the class): one size, four intervals in units of 100 ns.
static void frame(unsigned subtype, unsigned length) {
  static const unsigned intervals[] = {333333, 666666, 1000000, 2000000};
  u8(26 + 4 * 4), u8(INTERFACE), u8(subtype), u8(1), u8(0), u16(WIDTH), u16(HEIGHT);
  u32(length * 8 * 5), u32(length * 8 * 30), u32(length), u32(intervals[0]), u8(4);
  for (int i = 0; i < 4; i++) u32(intervals[i]);
}

static void video_format(int format, unsigned index) {
  static const struct {
    const char *name;
    unsigned bits;
  } raw[] = {{"Y800", 8}, {"NV12", 12}, {"I420", 12}, {"YUY2", 16}};
  if (format == FORMAT_MJPG) {
    u8(11), u8(INTERFACE), u8(6), u8(index), u8(1), u8(1), u8(1), u8(0), u8(0), u8(0), u8(0);
    frame(7, WIDTH * HEIGHT * 2);
  } else {
    u8(27), u8(INTERFACE), u8(4), u8(index), u8(1), guid(raw[format].name), u8(raw[format].bits);
    u8(1), u8(0), u8(0), u8(0), u8(0);
    frame(5, WIDTH * HEIGHT * raw[format].bits / 8);
  }
}

static size_t configuration(uint8_t *to, int offered, int is_fast) {
  int count = __builtin_popcount((unsigned)offered);
  at = to;
  u8(9), u8(2), u16(0), u8(2), u8(1), u8(0), u8(0x80 | 0x40), u8(1);
  u8(8), u8(0x0b), u8(0), u8(2), u8(CLASS_VIDEO), u8(3), u8(0), u8(0);
  // Control: the camera (1), what processes its picture (2), the way out (3).
  u8(9), u8(4), u8(0), u8(0), u8(0), u8(CLASS_VIDEO), u8(1), u8(0), u8(0);
  uint8_t *control = at;
  u8(13), u8(INTERFACE), u8(1), u16(0x0100), u16(0), u32(48000000), u8(1), u8(1);
  u8(18), u8(INTERFACE), u8(2), u8(1), u16(0x0201), u8(0), u8(0), u16(0), u16(0), u16(0), u8(3);
  // Exposure mode and time, focus and its automatic.
  u8(0x2a), u8(0), u8(0x02);
  // Brightness and power line frequency.
  u8(11), u8(INTERFACE), u8(5), u8(2), u8(1), u16(0), u8(2), u8(0x01), u8(0x04), u8(0);
  u8(9), u8(INTERFACE), u8(3), u8(3), u16(0x0101), u8(0), u8(2), u8(0);
  set16(control + 5, (size_t)(at - control));
  // Streaming.
  u8(9), u8(4), u8(1), u8(0), u8(1), u8(CLASS_VIDEO), u8(2), u8(0), u8(0);
  uint8_t *stream = at;
  u8(13 + count), u8(INTERFACE), u8(1), u8(count), u16(0), u8(STREAM_ENDPOINT);
  u8(0), u8(3), u8(0), u8(0), u8(0), u8(1);
  for (int i = 0; i < count; i++) u8(0);
  for (int format = 0, index = 1; format < FORMATS; format++)
    if (offered & 1 << format) video_format(format, index++);
  set16(stream + 4, (size_t)(at - stream));
  u8(7), u8(5), u8(STREAM_ENDPOINT), u8(2), u16(is_fast ? 512 : 64), u8(0);
  set16(to + 2, (size_t)(at - to));
  return (size_t)(at - to);
}

size_t write_descriptors(uint8_t *to, int offered) {
  size_t length = 4;
  memset(to, 0, 4);
  length += configuration(to + length, offered, 0);
  length += configuration(to + length, offered, 1);
  at = to + length;
  // Linux Foundation's number for gadgets; "Deadwax", "Emulated Camera", "EC0001".
  u8(18), u8(1), u16(0x0200), u8(0xef), u8(2), u8(1), u8(64), u16(0x1d6b), u16(0x0102), u16(0x0100);
  u8(1), u8(2), u8(3), u8(1);
  return (size_t)(at - to);
}

size_t write_endpoint(uint8_t *to) {
  at = to;
  u32(1);
  u8(7), u8(5), u8(STREAM_ENDPOINT), u8(2), u16(64), u8(0);
  u8(7), u8(5), u8(STREAM_ENDPOINT), u8(2), u16(512), u8(0);
  return (size_t)(at - to);
}
