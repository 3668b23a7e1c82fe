#pragma once

/// libzbar's image scanner as it is made, with every symbology and density that it has by default. NULL without memory.
void *bare_zbar_make(void);

/// Scans one grey frame of `width * height` bytes, and returns how many milliseconds of processor time this thread took
/// (CLOCK_THREAD_CPUTIME_ID), or a negative number on an error. `found` is how many symbols were reported.
double bare_zbar_scan(void *scanner, const unsigned char *pixels, int width, int height, int *found);

/// Frees a scanner.
void bare_zbar_free(void *scanner);
