/* The process in which a command does its work. LLVM crashes on some damaged files and may need
 * any time and memory for them; what happens in the worker stays there.
 *
 * Parent and worker share one mapping, the page. The worker writes where it is and how it ended;
 * the parent reads it when the worker is gone; the phase distinguishes a crash from a refusal. */
#pragma once

#include "base/arena.h"
#include "cli/cli_options.h"

#include <limits.h>
#include <stdatomic.h>
#include <sys/types.h>

typedef enum worker_phase { PHASE_LOAD, PHASE_WORK, PHASE_WRITE } worker_phase;

typedef struct worker_page {
    _Atomic int phase;
    _Atomic bool finished;        /* status and error are valid */
    _Atomic bool quiet_end;       /* the reader of standard output went away */
    _Atomic bool line_shown;      /* a progress line stands on the terminal */
    _Atomic uint64_t deadline;    /* in nanoseconds of the worker's processor time, 0 for none */
    _Atomic uint64_t done, total; /* of the activity; total 0 if unknown */
    lathe_status status;
    char error[CTX_ERROR_SIZE];
    char activity[64];   /* the ctx phase, such as a pass's name */
    char file[PATH_MAX]; /* the input being read */
    char temp[PATH_MAX]; /* a temporary file that exists or is about to; "" for none */
} worker_page;

/* How a worker ended without finishing. */
typedef struct worker_death {
    int signal;       /* 0 if it exited by itself */
    bool late;        /* killed because the deadline had passed */
    const char *line; /* the first meaningful line of what it printed, "" if none */
    bool no_memory;
    bool no_processor; /* LLVM cannot generate code for what functions say they are for */
    bool own_defect;   /* a sanitizer's report: ours wherever it happens */
} worker_death;

/* Runs the command in a worker and returns the exit code. */
int worker_run(lathe_ctx *ctx, const cli_command *command, const cli_request *request);

/* The worker's side: does the work and never returns. stderr_fd is the user's standard error. */
_Noreturn void worker_main(worker_page *page, const cli_command *command,
                           const cli_request *request, int stderr_fd);

/* How a request's C inputs are compiled. c_flags live in the arena; false when there is no memory.
 */
bool worker_load_options(const cli_request *request, int stderr_fd, arena *mem,
                         lathe_load_options *options);

uint64_t worker_clock(clockid_t clock);
