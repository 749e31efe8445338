/* Compiling, with clang, to objects that carry bitcode. */
#pragma once

#include "cc/driver/args.h"

/* -c. Returns clang's exit code, or SYS_NOT_RUN with the status set. */
int cc_compile(lathe_ctx *ctx, arena *mem, const cc_args *args);

typedef enum cc_compiled {
    CC_COMPILED, /* linked is filled: what the sources became replaces them */
    CC_FAILED,   /* *code says how; clang has said why */
    CC_UNKNOWN   /* clang alone must do it */
} cc_compiled;

/* Compiles what a link has to compile first. Temporary files are made in args->temp. The words of
 * linked have a -w at their front, since the driver has said by now what it has to say. linked is
 * to be freed in any case. */
cc_compiled cc_compile_for_link(lathe_ctx *ctx, arena *mem, const cc_args *args, cc_args *linked,
                                int *code);

/* Becomes clang alone, with the user's words. Returns only on failure, as sys_exec. */
int cc_plain(lathe_ctx *ctx, const cc_args *args);

/* Reports why this command line is left to clang alone, where the user should hear of it: if
 * transforms were asked for by name, and at a link that would have had some. One warning for a
 * program is enough; it is of little use to say it for every object. */
void cc_tell_plain(lathe_ctx *ctx, const cc_args *args, const char *why);

bool cc_tells_plain(const cc_args *args);

/* Whether a crash can be answered by running clang alone: what came from the standard input is
 * gone. */
bool cc_can_repeat(const cc_args *args);
