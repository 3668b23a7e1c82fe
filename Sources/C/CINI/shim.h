#pragma once
#include <ini.h>

/* Sets the longest line in bytes. The library's settings are mutable globals, which Swift 6 does not import. */
static inline int deadwax_ini_parse(ini_reader reader, void *stream, ini_handler handler, int longest) {
  ini_max_line = longest;
  return ini_parse_stream(reader, stream, handler, stream);
}
