/* The search of lathe reduce: which single changes make a check fail, in as few runs of it as
 * halving takes. */
#pragma once

#include "base/arena.h"
#include "base/vec.h"

typedef VEC(const char *) reduce_lines; /* PASS on WHAT */

typedef struct reduction {
    lathe_ctx *ctx;
    arena mem;
    const char *check;  /* a command for the shell; exit code 0: all is well */
    const char *folder; /* for its output, its log and the list of changes */
    int fd;             /* where progress is reported */
    uint64_t runs, all; /* of the check; changes in all */
    uint64_t number;    /* of the first change with which the check fails */
    reduce_lines made;  /* the fewest changes with which it fails; the one with the number last */
} reduction;

/* LATHE_GATE_FAILED if there is nothing to find: the check fails without any change, or does not
 * fail with all. */
lathe_status reduce_search(reduction *r);
