/* Shared objects that are loaded at run time. */
#pragma once

#include "base/ctx.h"

/* Loads the file, whose path is a path also if it has no slash, and returns where `symbol` is in
 * it. It stays loaded until the process ends. The program or library that lathe is in is made
 * visible to it. NULL with LATHE_IO or LATHE_BAD_INPUT. */
const void *sys_load_symbol(lathe_ctx *ctx, const char *path, const char *symbol);
