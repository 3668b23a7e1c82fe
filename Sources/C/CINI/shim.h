#pragma once
#include <ini.h>

/* The library's settings are mutable globals, which Swift 6 does not let through. A line may have this many bytes. */
static inline int deadwax_ini_parse(ini_reader reader, void *stream, ini_handler handler, int longest) {
  ini_max_line = longest;
  return ini_parse_stream(reader, stream, handler, stream);
}
