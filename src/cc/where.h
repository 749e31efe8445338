/* Where the parts of lathe that other programs load are. */
#ifndef LATHE_CC_WHERE_H
#define LATHE_CC_WHERE_H

#include "base/arena.h"

/* The plugin that belongs to the running program: beside it in the build tree or in the tree it is
 * installed in, wherever that was moved to. NULL with the status set if it is not there. */
const char *cc_plugin_path(lathe_ctx *ctx, arena *mem);
/* The archive that programs with checkpoints link, found likewise. */
const char *cc_runtime_path(lathe_ctx *ctx, arena *mem);
/* The same for the archive of programs with pools. */
const char *cc_pool_path(lathe_ctx *ctx, arena *mem);
/* The folder with lathe/ckpt.h; NULL if it is not beside the program. */
const char *cc_include_path(arena *mem);

#endif
