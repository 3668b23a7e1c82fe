// A webcam in user space, for the real driver of webcams: on the kernel's emulated USB (dummy_hcd) by gadgetfs.
//
//     uvc-camera FOLDER       FOLDER is where gadgetfs is mounted; the camera is not plugged in yet
//
// Takes words on standard input, a line each, and answers each with a line: "ok", "ok …" or "error …".
//
//     plug, unplug                  a plugged camera has forgotten its controls
//     formats LIST                  what is offered from the next plug on: one or two of GREY, NV12, YU12, YUYV, MJPG
//     picture LUMA JPEG             640 × 480 bytes, and the same as a JPEG file
//     error N, short N              so many frames to come are marked as damaged, or end half way
//     stall, resume                 no frames, frames again
//     state                         names and values
//
// It ends with its input, and takes the camera with it.
#define _GNU_SOURCE
#include "camera.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *names[FORMATS] = {"GREY", "NV12", "YU12", "YUYV", "MJPG"};
static const char *control_names[CONTROLS] = {"AutoExposure", "ExposureTimeAbsolute", "FocusAbsolute",
                                              "FocusAutomaticContinuous", "Brightness", "PowerLineFrequency"};
static struct camera *camera;
static const char *folder;
static pid_t child;

static void unplug(void) {
  if (child <= 0) return;
  kill(child, SIGTERM);
  for (int wait = 0; wait < 200; wait++) {
    if (waitpid(child, NULL, WNOHANG)) {
      child = 0;
      return;
    }
    usleep(10000);
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  child = 0;
}

static void plug(void) {
  unplug();
  atomic_store(&camera->format, -1);
  child = fork();
  if (child) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  be_camera(folder, camera);
  _exit(0);
}

static size_t load(const char *path, uint8_t *to, size_t limit) {
  FILE *file = fopen(path, "rb");
  if (!file) return 0;
  size_t length = fread(to, 1, limit, file);
  fclose(file);
  return length;
}

static const char *show(const char *luma, const char *jpeg) {
  int next = !atomic_load(&camera->shown);
  struct picture *picture = &camera->pictures[next];
  if (load(luma, picture->luma, sizeof picture->luma) != sizeof picture->luma) return "error no luma";
  picture->jpeg_length = load(jpeg, picture->jpeg, sizeof picture->jpeg);
  if (!picture->jpeg_length) return "error no JPEG";
  atomic_store(&camera->shown, next);
  return "ok";
}

static const char *offer(char *list) {
  int mask = 0;
  for (char *name = strtok(list, ","); name; name = strtok(NULL, ",")) {
    int format = 0;
    while (format < FORMATS && strcmp(names[format], name)) format++;
    if (format == FORMATS) return "error no such format";
    mask |= 1 << format;
  }
  // gadgetfs hands the host no configuration of more than some 256 bytes.
  if (!mask || __builtin_popcount((unsigned)mask) > 2) return "error one format or two";
  atomic_store(&camera->offered, mask);
  return "ok";
}

static void report(void) {
  int format = atomic_load(&camera->format);
  printf("ok plugged %d frames %d streams %d format %s", child > 0 && !waitpid(child, NULL, WNOHANG), camera->frames,
         camera->streams, format < 0 ? "none" : names[format]);
  for (int i = 0; i < CONTROLS; i++) printf(" %s %d", control_names[i], camera->controls[i]);
  printf("\n");
}

int main(int count, char **words) {
  if (count != 2) {
    fprintf(stderr, "usage: uvc-camera FOLDER\n");
    return 2;
  }
  folder = words[1];
  camera = mmap(NULL, sizeof *camera, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (camera == MAP_FAILED) return 1;
  memset(camera->pictures[0].luma, 110, sizeof camera->pictures[0].luma);
  atomic_store(&camera->offered, 1 << FORMAT_YUYV | 1 << FORMAT_MJPG);
  char line[2048], first[1024], second[1024];
  int number;
  while (fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    const char *outcome = "ok";
    if (!strcmp(line, "plug")) plug();
    else if (!strcmp(line, "unplug")) unplug();
    else if (!strcmp(line, "stall")) atomic_store(&camera->is_stalled, 1);
    else if (!strcmp(line, "resume")) atomic_store(&camera->is_stalled, 0);
    else if (sscanf(line, "error %d", &number) == 1) atomic_store(&camera->errors, number);
    else if (sscanf(line, "short %d", &number) == 1) atomic_store(&camera->shorts, number);
    else if (sscanf(line, "picture %1023s %1023s", first, second) == 2) outcome = show(first, second);
    else if (sscanf(line, "formats %1023s", first) == 1) outcome = offer(first);
    else if (!strcmp(line, "state")) {
      report();
      outcome = NULL;
    } else outcome = "error not understood";
    if (outcome) printf("%s\n", outcome);
    fflush(stdout);
  }
  unplug();
  return 0;
}
