/* lathe cc: clang, with lathe at the link. */
#pragma once

#include "base/ctx.h"

/* argv[0…argc) are the words after the program's name, all clang's but for lathe's own. Returns the
 * exit code, or does not return because it became clang; warnings go to ctx's sink. With the status
 * set, nothing was done. */
int cc_main(lathe_ctx *ctx, int argc, char *const *argv, bool cxx);
