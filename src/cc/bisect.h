/* Bisecting from outside: the limit and a file for what was decided are in the environment, so that
 * they reach the plugin inside clang and the worker at the link however a build calls them. */
#ifndef LATHE_CC_BISECT_H
#define LATHE_CC_BISECT_H

#include "base/bisect.h"

/* The limit: a number, or -1 for none. Nothing is counted if it is not set. */
#define CC_BISECT_VARIABLE "LATHE_BISECT_LIMIT"
/* A file to which all lines are added, each after the name of what is built; for lathe reduce. */
#define CC_BISECT_LOG "LATHE_BISECT_LOG"

/* A file with the only changes to be made, one in each line as they are told: PASS on WHAT. */
#define CC_BISECT_ONLY "LATHE_BISECT_ONLY"

typedef struct cc_bisect {
    bisect of;
    map only; /* lines of that file; names of types without what passes have put before them */
    lathe_ctx *ctx;
    const char *output; /* what is built */
    int fd;             /* where the user reads */
} cc_bisect;

/* Does nothing if the environment asks for nothing; fails with LATHE_USAGE if it is no number. */
void cc_bisect_begin(cc_bisect *b, lathe_ctx *ctx, const char *output, int fd);
void cc_bisect_end(cc_bisect *b);
/* Sets the limit for this process and all that it starts. False if it is no number. */
bool cc_bisect_set(const char *limit);

#endif
