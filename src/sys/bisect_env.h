/* Bisecting from outside: the limit and a file for what was decided are in the environment, so that
 * they reach the plugin inside clang and the worker at the link however a build calls them. */
#pragma once

#include "base/bisect.h"

/* The limit: a number, or -1 for none. Nothing is counted if it is not set. */
#define SYS_BISECT_VARIABLE "LATHE_BISECT_LIMIT"
/* A file to which all lines are added, each after the name of what is built; for lathe reduce. */
#define SYS_BISECT_LOG "LATHE_BISECT_LOG"

/* A file with the only changes to be made, one in each line as they are reported: PASS on WHAT. */
#define SYS_BISECT_ONLY "LATHE_BISECT_ONLY"

typedef struct sys_bisect {
    bisect of;
    map only; /* lines of that file; names of types without what passes have put before them */
    lathe_ctx *ctx;
    const char *output; /* what is built */
    int fd;             /* where the user reads */
} sys_bisect;

/* Does nothing if the environment asks for nothing; LATHE_USAGE if it is not a number. */
void sys_bisect_begin(sys_bisect *b, lathe_ctx *ctx, const char *output, int fd);
void sys_bisect_end(sys_bisect *b);
/* Sets the limit for this process and all that it starts. False if it is not a number. */
bool sys_bisect_set(const char *limit);
