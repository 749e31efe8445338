/* The linker's --dependency-file: what an output was made of, for make. The linker writes it for
 * the file where lathe lets it put the output; make is to read of the output itself. */
#pragma once

#include "cc/driver/args.h"

/* If the command line asks for such a file, puts `meant` in place of `written` in it. */
void cc_depfile_mend(lathe_ctx *ctx, const cc_args *args, const char *written, const char *meant);
