#define _GNU_SOURCE
#include "bare_zbar.h"

#include <time.h>
#include <zbar.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000.0 + time.tv_nsec / 1e6;
}

void *bare_zbar_make(void) { return zbar_image_scanner_create(); }

double bare_zbar_scan(void *scanner, const unsigned char *pixels, int width, int height, int *found) {
  zbar_image_t *image = zbar_image_create();
  if (!image) return -1;
  zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
  zbar_image_set_size(image, (unsigned)width, (unsigned)height);
  zbar_image_set_data(image, pixels, (unsigned long)width * (unsigned long)height, NULL);
  double start = now();
  *found = zbar_scan_image(scanner, image);
  double taken = now() - start;
  zbar_image_destroy(image);
  return *found < 0 ? -1 : taken;
}

void bare_zbar_free(void *scanner) { zbar_image_scanner_destroy(scanner); }
