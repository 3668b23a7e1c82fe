// Preloaded into v4l2-ctl and v4l2-compliance, and nothing else: these look at stat(2) and sysfs before they open a
// device, and take nothing but a character device with the number of a camera. The file that DEADWAX_DISGUISED names
// looks like one to them; what they do with it goes to the real kernel. v4l2-compliance gives a driver two seconds for
// each frame, and a tenth of a second for a stream to end, which a machine with many busy programs can miss: it waits
// thirty times as long here.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

enum { MAJOR = 81, MINOR = 0, PATIENCE = 30 };

int stat(const char *path, struct stat *found) {
  int (*real)(const char *, struct stat *) = (int (*)(const char *, struct stat *))dlsym(RTLD_NEXT, "stat");
  int result = real(path, found);
  const char *disguised = getenv("DEADWAX_DISGUISED");
  if (!result && disguised && path && !strcmp(path, disguised)) {
    found->st_mode = S_IFCHR | 0660;
    found->st_rdev = makedev(MAJOR, MINOR);
  }
  return result;
}

// The same function on a 64-bit system.
int stat64(const char *path, struct stat64 *found) { return stat(path, (struct stat *)found); }

static FILE *open_stream(const char *path, const char *mode, const char *name) {
  FILE *(*real)(const char *, const char *) = (FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, name);
  if (strcmp(path, "/sys/dev/char/81:0/uevent")) return real(path, mode);
  FILE *stream = tmpfile();
  if (!stream) return NULL;
  fputs("MAJOR=81\nMINOR=0\nDEVNAME=video0\n", stream);
  rewind(stream);
  return stream;
}

FILE *fopen(const char *path, const char *mode) { return open_stream(path, mode, "fopen"); }
FILE *fopen64(const char *path, const char *mode) { return open_stream(path, mode, "fopen64"); }

int select(int count, fd_set *readable, fd_set *writable, fd_set *special, struct timeval *limit) {
  int (*real)(int, fd_set *, fd_set *, fd_set *, struct timeval *) = (int (*)(
    int, fd_set *, fd_set *, fd_set *, struct timeval *))dlsym(RTLD_NEXT, "select");
  // Whole seconds alone: a limit below one second asks whether something is ready now.
  if (limit) limit->tv_sec *= PATIENCE;
  return real(count, readable, writable, special, limit);
}

int epoll_wait(int queue, struct epoll_event *events, int count, int limit) {
  int (*real)(int, struct epoll_event *, int, int) = (int (*)(
    int, struct epoll_event *, int, int))dlsym(RTLD_NEXT, "epoll_wait");
  return real(queue, events, count, limit < 1000 ? limit : limit * PATIENCE);
}

// Shorter pauses are steps of a loop.
int usleep(useconds_t pause) {
  int (*real)(useconds_t) = (int (*)(useconds_t))dlsym(RTLD_NEXT, "usleep");
  return real(pause < 100000 ? pause : pause * PATIENCE);
}
