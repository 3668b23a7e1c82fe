#pragma once

/// Creates libzbar's image scanner with its default symbologies and densities. Returns NULL if there is no memory.
void *bare_zbar_make(void);

/// Scans one grey frame of `width * height` bytes. Returns the processor time of this thread in milliseconds
/// (CLOCK_THREAD_CPUTIME_ID), or a negative number on an error. `found` receives the number of symbols.
double bare_zbar_scan(void *scanner, const unsigned char *pixels, int width, int height, int *found);

/// Frees a scanner.
void bare_zbar_free(void *scanner);
