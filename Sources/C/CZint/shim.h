#pragma once
#include <string.h>
#include <zint.h>

/* `encoded_data` is an array of 200 rows, too large to be a Swift tuple; eight modules lie in a byte, lowest bit first. */
static inline int deadwax_zint_is_dark(const struct zint_symbol *symbol, int row, int column)
{
    return symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

/* A fixed array of characters would be a tuple in Swift. */
static inline const char *deadwax_zint_message(const struct zint_symbol *symbol) { return symbol->errtxt; }
