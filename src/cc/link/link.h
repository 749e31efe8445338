/* A link with transforms.
 *
 * The linker itself links first, natively: what it makes is what the user gets whenever anything
 * of the rest does not work out, and shows which archive members are needed and which symbols are
 * seen from outside. Then the bitcode of those members becomes one module, is internalized,
 * transformed, optimised and compiled, and replaces its objects in a second link. Its
 * result replaces the first one's only if both have the same dynamic symbols. */
#pragma once

#include "cc/driver/args.h"

/* Every source of args has been compiled already: args names only what a linker reads. Returns
 * clang's exit code; the output is complete or, if that is not 0, as it was. */
int cc_link(lathe_ctx *ctx, const cc_args *args);
