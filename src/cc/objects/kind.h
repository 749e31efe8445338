/* What kind of file an input of the linker is, as far as its first bytes say. */
#pragma once

#include <stdbool.h>

/* Whether it is LLVM bitcode, as clang's own link-time optimisation has objects, or an archive that
 * begins with such a member. False for what cannot be read. */
bool cc_is_bitcode(const char *path);
