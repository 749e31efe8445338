/* What help, manual pages, completion and pages of docs/ say of passes and transforms, from their
 * rows. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* The text with words in braces replaced: {transforms} by the transforms of layouts, {forced} by
 * those that types can be forced into, {pipeline} by what runs where nobody chose and no runtime is
 * linked. As it is without memory. */
const char *cli_row_text(arena *mem, const char *text);
/* The values that an option with such a word takes, with | between; NULL if it has none. */
const char *cli_row_values(arena *mem, const char *help);

/* The section PASSES of manual pages. */
void cli_add_man_passes(str *out);
/* docs/passes.md */
void cli_add_passes_page(str *out);
