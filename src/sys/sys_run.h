/* Running programs, clang above all, and parts of this one in processes of their own.
 *
 * While a child runs, signals that ask this process to stop are handed on to it; when it has ended,
 * this process ends of the same signal. Neither survives the other. */
#pragma once

#include "base/arena.h"

#include <signal.h>

/* A row of children. Between begin and end, the signals that ask a program to stop are kept
 * waiting: files that the children write can be removed before this process ends. */
typedef struct sys_jobs {
    sigset_t watched, before;
    int interrupt; /* the first of them that came, 0 if none: nothing more is run */
} sys_jobs;

void sys_jobs_begin(sys_jobs *jobs);
/* Ends this process if a signal came that asks for it. */
void sys_jobs_end(sys_jobs *jobs);

typedef struct sys_child {
    const char *const *words; /* NULL after the last; the first is looked for in PATH */
    const char *env;          /* NAME=VALUE added to the environment, NULL for none */
    int out, err;             /* descriptors in place of its standard ones, 0 for ours */
    unsigned seconds;         /* of processor time it may take, 0 for any; then SIGXCPU ends it */
    sys_jobs *jobs; /* the child is one of these: all that it has started ends with it. NULL: it is
                      the only one, and may read from our terminal */
} sys_child;

enum { SYS_NOT_RUN = -1 };

/* Its exit code, 128 and the signal if it died of one. SYS_NOT_RUN with the status set if it could
 * not be started. */
int sys_run(lathe_ctx *ctx, const sys_child *child);

/* The same for a function whose result is the exit code, in a copy of this process. err as in
 * sys_child. */
int sys_run_function(lathe_ctx *ctx, sys_jobs *jobs, int work(void *data), void *data, int err);

/* Becomes the program. Returns only on failure: SYS_NOT_RUN with the status set. */
int sys_exec(lathe_ctx *ctx, const char *const *words);

/* Whether an exit code means a crash, not a program that was asked to end or ran out of memory. */
bool sys_is_crash(int code);

/* Ends this process as the exit code of a child says that the child ended. */
_Noreturn void sys_end_like(int code);

/* Runs work(data) in a process of its own, with a new directory for its files that is gone
 * afterwards, however it ended. Returns what work returned, or as sys_run. */
typedef int sys_work(void *data, const char *directory);
int sys_run_in_directory(lathe_ctx *ctx, sys_work *work, void *data);
