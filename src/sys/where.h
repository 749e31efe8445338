/* Finding files: the parts of lathe that other programs load or link, and programs to run. */
#pragma once

#include "base/arena.h"

/* The running program; "lathe", to be looked for in PATH, if the system does not say. */
const char *sys_own_path(arena *mem);
/* The plugin that belongs to the running program: beside it in the build tree or in the tree it is
 * installed in, wherever that was moved to. NULL with the status set if it is not there. */
const char *sys_plugin_path(lathe_ctx *ctx, arena *mem);
/* The archive that programs with checkpoints link, found likewise. */
const char *sys_runtime_path(lathe_ctx *ctx, arena *mem);
/* The same for the archive of programs with pools. */
const char *sys_pool_path(lathe_ctx *ctx, arena *mem);
/* A file under share/lathe, found likewise. */
const char *sys_share_path(lathe_ctx *ctx, arena *mem, const char *file);
/* The folder with lathe/ckpt.h; NULL if it is not beside the program. */
const char *sys_include_path(arena *mem);

/* Whether there is such a program, in the folder of its name or somewhere in PATH. */
bool sys_can_run(arena *mem, const char *program);
