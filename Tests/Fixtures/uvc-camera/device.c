// The camera itself: answers the host's requests and streams, by gadgetfs (drivers/usb/gadget/legacy/inode.c).
#define _GNU_SOURCE
#include "camera.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/usb/ch9.h>
#include <linux/usb/gadgetfs.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Requests of the class (USB Video Class 1.0, A.8).
enum { SET_CUR = 0x01, GET_CUR = 0x81, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF };
enum { PAYLOAD = 16384, FASTEST = 333333, SLOWEST = 2000000 };
enum { HEADER_FRAME = 0x01, HEADER_END = 0x02, HEADER_ERROR = 0x40, HEADER_DONE = 0x80 };

// What host and camera agree on (4.3.1.1), 26 bytes in version 1.0.
struct __attribute__((packed)) agreement {
  uint16_t hint;
  uint8_t format, frame;
  uint32_t interval;
  uint16_t key_frames, p_frames, quality, window, delay;
  uint32_t frame_length, payload_length;
};

static struct camera *own;
static const char *folder;
static int offered[FORMATS], offered_count;
static struct agreement probed, committed;
static atomic_int endpoint = -1, last_error;
static pthread_mutex_t agreed = PTHREAD_MUTEX_INITIALIZER;

static const struct {
  int entity, selector, length, minimum, maximum, resolution, usual;
} controls[CONTROLS] = {
  [CONTROL_AUTO_EXPOSURE] = {1, 2, 1, 0, 0, 9, 8}, [CONTROL_EXPOSURE] = {1, 4, 4, 1, 5000, 1, 157},
  [CONTROL_FOCUS] = {1, 6, 2, 0, 250, 5, 0},       [CONTROL_AUTO_FOCUS] = {1, 8, 1, 0, 1, 1, 1},
  [CONTROL_BRIGHTNESS] = {2, 2, 2, -64, 64, 1, 0}, [CONTROL_POWER_LINE] = {2, 5, 1, 0, 2, 1, 2},
};

static size_t length_of(int format) {
  switch (format) {
    case FORMAT_GREY: return WIDTH * HEIGHT;
    case FORMAT_NV12:
    case FORMAT_YU12: return WIDTH * HEIGHT * 3 / 2;
    default: return WIDTH * HEIGHT * 2;
  }
}

static void complete(struct agreement *wish) {
  if (wish->format < 1 || wish->format > offered_count) wish->format = 1;
  wish->frame = 1;
  wish->hint = 1;
  if (wish->interval < FASTEST) wish->interval = FASTEST;
  if (wish->interval > SLOWEST) wish->interval = SLOWEST;
  wish->key_frames = wish->p_frames = wish->quality = wish->window = wish->delay = 0;
  wish->frame_length = (uint32_t)length_of(offered[wish->format - 1]);
  wish->payload_length = PAYLOAD;
}

// --- streaming -------------------------------------------------------------------------------------------------------

static size_t make_frame(int format, uint8_t *to) {
  const struct picture *picture = &own->pictures[atomic_load(&own->shown)];
  if (format == FORMAT_MJPG) {
    memcpy(to, picture->jpeg, picture->jpeg_length);
    return picture->jpeg_length;
  }
  memset(to, 128, length_of(format));
  if (format == FORMAT_YUYV)
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) to[2 * i] = picture->luma[i];
  else
    memcpy(to, picture->luma, WIDTH * HEIGHT);
  return length_of(format);
}

static int take(atomic_int *count) {
  int left = atomic_load(count);
  if (left <= 0) return 0;
  atomic_store(count, left - 1);
  return 1;
}

// Sends a frame in payloads, each with its header; false when the host has gone.
static int send_frame(const uint8_t *bytes, size_t length, int parity, int has_error) {
  static uint8_t payload[PAYLOAD];
  size_t sent = 0;
  while (sent < length) {
    size_t part = length - sent < PAYLOAD - 2 ? length - sent : PAYLOAD - 2;
    // A payload ends with a packet that is not full, unless it is as long as was agreed.
    if (part + 2 < PAYLOAD && (part + 2) % 512 == 0) part--;
    payload[0] = 2;
    payload[1] = (uint8_t)(HEADER_DONE | (parity ? HEADER_FRAME : 0) | (sent + part >= length ? HEADER_END : 0) |
                           (has_error ? HEADER_ERROR : 0));
    memcpy(payload + 2, bytes + sent, part);
    int file = atomic_load(&endpoint);
    if (file < 0) return 0;
    if (write(file, payload, part + 2) < 0) {
      if (errno == EINTR) continue;
      return 0;
    }
    sent += part;
  }
  return 1;
}

static void *stream(void *unused) {
  (void)unused;
  uint8_t *frame = malloc(WIDTH * HEIGHT * 2 + JPEG_LIMIT);
  int parity = 0;
  struct timespec due;
  clock_gettime(CLOCK_MONOTONIC, &due);
  for (;;) {
    pthread_mutex_lock(&agreed);
    struct agreement now = committed;
    pthread_mutex_unlock(&agreed);
    if (atomic_load(&endpoint) < 0 || !now.format || atomic_load(&own->is_stalled)) {
      usleep(5000);
      clock_gettime(CLOCK_MONOTONIC, &due);
      continue;
    }
    size_t length = make_frame(offered[now.format - 1], frame);
    int has_error = take(&own->errors);
    if (!has_error && take(&own->shorts)) length /= 2;
    if (!send_frame(frame, length, parity, has_error)) {
      usleep(5000);
      continue;
    }
    parity = !parity;
    atomic_fetch_add(&own->frames, 1);
    due.tv_nsec += now.interval * 100L;
    due.tv_sec += due.tv_nsec / 1000000000L;
    due.tv_nsec %= 1000000000L;
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    if (clock.tv_sec > due.tv_sec || (clock.tv_sec == due.tv_sec && clock.tv_nsec > due.tv_nsec)) due = clock;
    else clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL);
  }
  return NULL;
}

static void open_endpoint(void) {
  if (atomic_load(&endpoint) >= 0) return;
  char path[512];
  // Its name contains its direction and kind, and differs between controllers.
  DIR *entries = opendir(folder);
  if (!entries) return;
  int file = -1;
  for (struct dirent *entry; file < 0 && (entry = readdir(entries));) {
    if (!strstr(entry->d_name, "in-bulk") && strcmp(entry->d_name, "ep-a")) continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    file = open(path, O_RDWR);
  }
  closedir(entries);
  uint8_t bytes[32];
  size_t length = write_endpoint(bytes);
  if (file < 0 || write(file, bytes, length) != (ssize_t)length) {
    perror("uvc-camera: the streaming endpoint");
    if (file >= 0) close(file);
    return;
  }
  atomic_store(&endpoint, file);
}

// --- requests --------------------------------------------------------------------------------------------------------

// An answer to a question about what is agreed on, or about a control; its length, -1 for none.
static int answer(const struct usb_ctrlrequest *request, uint8_t *to) {
  int interface = request->wIndex & 255, entity = request->wIndex >> 8, selector = request->wValue >> 8;
  if (interface == 1) {
    if (entity || (selector != 1 && selector != 2)) return -1;
    struct agreement all = selector == 1 ? probed : committed;
    if (request->bRequest == GET_INFO) return to[0] = 3, 1;
    if (request->bRequest == GET_LEN) return to[0] = sizeof all, to[1] = 0, 2;
    if (request->bRequest == GET_MIN) all.interval = FASTEST;
    if (request->bRequest == GET_MAX) all.interval = SLOWEST;
    complete(&all);
    memcpy(to, &all, sizeof all);
    return sizeof all;
  }
  // The error of the last request (VC_REQUEST_ERROR_CODE_CONTROL).
  if (!entity && selector == 2) return to[0] = request->bRequest == GET_INFO ? 1 : (uint8_t)last_error, 1;
  for (int i = 0; i < CONTROLS; i++) {
    if (controls[i].entity != entity || controls[i].selector != selector) continue;
    int32_t value;
    switch (request->bRequest) {
      case GET_CUR: value = atomic_load(&own->controls[i]); break;
      case GET_MIN: value = controls[i].minimum; break;
      case GET_MAX: value = controls[i].maximum; break;
      case GET_RES: value = controls[i].resolution; break;
      case GET_DEF: value = controls[i].usual; break;
      case GET_LEN: return to[0] = (uint8_t)controls[i].length, to[1] = 0, 2;
      case GET_INFO: return to[0] = 3, 1;
      default: atomic_store(&last_error, 7); return -1;
    }
    memcpy(to, &value, (size_t)controls[i].length);
    return controls[i].length;
  }
  atomic_store(&last_error, 6);
  return -1;
}

static void accept_value(const struct usb_ctrlrequest *request, const uint8_t *bytes, ssize_t length) {
  int interface = request->wIndex & 255, entity = request->wIndex >> 8, selector = request->wValue >> 8;
  if (interface == 1) {
    struct agreement wish = {0};
    memcpy(&wish, bytes, length < (ssize_t)sizeof wish ? (size_t)length : sizeof wish);
    complete(&wish);
    if (selector == 1) {
      probed = wish;
      return;
    }
    pthread_mutex_lock(&agreed);
    committed = wish;
    pthread_mutex_unlock(&agreed);
    atomic_store(&own->format, offered[wish.format - 1]);
    atomic_fetch_add(&own->streams, 1);
    return;
  }
  for (int i = 0; i < CONTROLS; i++) {
    if (controls[i].entity != entity || controls[i].selector != selector) continue;
    int32_t value = 0;
    memcpy(&value, bytes, (size_t)controls[i].length);
    if (controls[i].length == 2) value = (int16_t)value;
    atomic_store(&own->controls[i], value);
  }
}

static int string(int index, uint8_t *to) {
  static const char *strings[] = {"", "Deadwax", "Emulated Camera", "EC0001"};
  if (index > 3) return -1;
  uint8_t *end = to + 2;
  if (!index) *end++ = 0x09, *end++ = 0x04;
  for (const char *letter = strings[index]; index && *letter; letter++) *end++ = (uint8_t)*letter, *end++ = 0;
  to[0] = (uint8_t)(end - to);
  to[1] = USB_DT_STRING;
  return to[0];
}

static void setup(int file, const struct usb_ctrlrequest *request) {
  uint8_t bytes[1024] = {0};
  int is_in = request->bRequestType & USB_DIR_IN, is_class = (request->bRequestType & USB_TYPE_MASK) == USB_TYPE_CLASS;
  int length = -1;
  if (!is_class && (request->bRequest == USB_REQ_SET_CONFIGURATION || request->bRequest == USB_REQ_SET_INTERFACE)) {
    if (request->bRequest == USB_REQ_SET_CONFIGURATION) open_endpoint();
    // The status stage, which gadgetfs wants in the direction of the request.
    (void)!read(file, bytes, 0);
    return;
  }
  if (is_class && !is_in) {
    ssize_t count = read(file, bytes, request->wLength < sizeof bytes ? request->wLength : sizeof bytes);
    if (count >= 0) accept_value(request, bytes, count);
    return;
  }
  if (is_class) length = answer(request, bytes);
  else if (request->bRequest == USB_REQ_GET_DESCRIPTOR && request->wValue >> 8 == USB_DT_STRING)
    length = string(request->wValue & 255, bytes);
  // Data in the wrong direction stalls the request.
  if (length < 0) (void)!(is_in ? read(file, bytes, 0) : write(file, bytes, 0));
  else (void)!write(file, bytes, (size_t)(length < request->wLength ? length : request->wLength));
}

static volatile sig_atomic_t is_over;

static void end(int number) {
  (void)number;
  is_over = 1;
}

void be_camera(const char *place, struct camera *camera) {
  folder = place;
  own = camera;
  int mask = atomic_load(&own->offered);
  for (int format = 0; format < FORMATS; format++)
    if (mask & 1 << format) offered[offered_count++] = format;
  for (int i = 0; i < CONTROLS; i++) atomic_store(&own->controls[i], controls[i].usual);
  complete(&probed);
  char path[512];
  snprintf(path, sizeof path, "%s/dummy_udc", folder);
  int file = open(path, O_RDWR);
  uint8_t bytes[2048];
  size_t length = write_descriptors(bytes, mask);
  if (file < 0 || write(file, bytes, length) != (ssize_t)length) {
    perror("uvc-camera: the gadget");
    return;
  }
  pthread_t thread;
  // The signal is for this thread, which it interrupts where it waits for a request: a gadget that ends within one makes
  // gadgetfs of Linux 6.1 stumble over a null pointer.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_create(&thread, NULL, stream, NULL);
  struct sigaction action = {.sa_handler = end};
  sigaction(SIGTERM, &action, NULL);
  pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
  // A host that sends its next request before the data of the last one were taken has it stalled by gadgetfs: on one
  // processor nothing of the host's runs before a thread of this kind waits again. Only root may; others do without.
  struct sched_param first = {.sched_priority = 10};
  sched_setscheduler(0, SCHED_FIFO, &first);
  while (!is_over) {
    struct usb_gadgetfs_event events[5];
    ssize_t count = read(file, events, sizeof events);
    // EL2HLT: the request before was stalled.
    if (count < 0 && (errno == EINTR || errno == EL2HLT)) continue;
    if (count < 0) {
      perror("uvc-camera: the control endpoint");
      return;
    }
    for (size_t i = 0; i < (size_t)count / sizeof events[0]; i++) {
      if (events[i].type == GADGETFS_SETUP) setup(file, &events[i].u.setup);
      if (events[i].type != GADGETFS_DISCONNECT) continue;
      int old = atomic_exchange(&endpoint, -1);
      if (old >= 0) close(old);
    }
  }
}
