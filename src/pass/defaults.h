/* What lathe runs where nobody named passes: in lathe cc, in the plugin, in lathe reduce. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* Of each struct the best that can be made, by all transforms of layouts in their turn. A compiler
 * that lathe is plugged into links no runtime, and checkpoints do not save pools. NULL without
 * memory. */
const char *pass_layouts(arena *mem, bool with_runtime);
/* What runs if nobody says what: those, if `layouts`, and then all that the context has from shared
 * objects. NULL if that is nothing, or without memory. */
const char *pass_row(arena *mem, bool layouts, bool with_runtime);
#define PASS_LOOPS "hir-optimize"

/* Pipelines of "delete-fields,split,shuffle:7": passes without the "dtrans-" of their names, each
 * as it is best beside the others, and passes of the context's shared objects. False with
 * LATHE_USAGE; `option` is what the message names. */
bool pass_add_chosen(str *out, const char *option, const char *words);

/* The level of optimisation, as in -O2, below which none of them runs. */
enum { PASS_DEFAULT_LEVEL = 2 };
