#pragma once
#include <string.h>
#include <zint.h>

/* `encoded_data` has 200 rows, too many for a Swift tuple. A byte holds eight modules, the lowest bit first. */
static inline int deadwax_zint_is_dark(const struct zint_symbol *symbol, int row, int column)
{
    return symbol->encoded_data[row][column >> 3] >> (column & 7) & 1;
}

/* Swift would import the fixed array of characters as a tuple. */
static inline const char *deadwax_zint_message(const struct zint_symbol *symbol) { return symbol->errtxt; }
