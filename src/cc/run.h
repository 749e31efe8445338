/* Running programs: clang above all.
 *
 * While a child runs, signals that ask this process to stop are handed on to it; when it has ended,
 * this process ends of the same signal. Neither leaves the other behind. */
#ifndef LATHE_CC_RUN_H
#define LATHE_CC_RUN_H

#include "base/arena.h"

typedef struct cc_child {
    const char *const *words; /* NULL after the last; the first is looked for in PATH */
    const char *env;          /* NAME=VALUE added to the environment, NULL for none */
    int out, err;             /* descriptors in place of its standard ones, 0 for ours */
} cc_child;

enum { CC_NOT_RUN = -1 };

/* Its exit code, 128 and the signal if it died of one. CC_NOT_RUN with the status set if it could
 * not be started. */
int cc_run(lathe_ctx *ctx, const cc_child *child);

/* Becomes the program. Returns only on failure: CC_NOT_RUN with the status set. */
int cc_exec(lathe_ctx *ctx, const char *const *words);

/* Whether an exit code means a crash, not a program that was told to end or ran out of memory. */
bool cc_is_crash(int code);

/* Ends this process as the exit code of a child says that the child ended. */
_Noreturn void cc_end_like(int code);

/* Runs work(data) in a process of its own, with a new directory for its files that is gone
 * afterwards, however it ended. Returns what work returned, or as cc_run. */
typedef int cc_work(void *data, const char *directory);
int cc_run_in_directory(lathe_ctx *ctx, cc_work *work, void *data);

#endif
