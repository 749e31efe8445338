/* Child processes that are gone, with all they started, when their run is over, whatever signal
 * comes: only then can files be removed that they write. */
#ifndef LATHE_CC_JOBS_H
#define LATHE_CC_JOBS_H

#include <signal.h>
#include <stdbool.h>

/* Between begin and end, the signals that tell a program to stop are kept waiting. */
typedef struct cc_jobs {
    sigset_t watched, before;
    int interrupt; /* the first of them that came, 0 if none: nothing more is run */
} cc_jobs;

void cc_jobs_begin(cc_jobs *jobs);
/* Lets a signal that came do what it does. */
void cc_jobs_end(cc_jobs *jobs);

enum { CC_JOB_NOT_RUN = -1 };

/* Runs a program to its end. words ends with NULL; out and err are descriptors for its output, -1
 * for ours. Returns its exit code, 128 plus the number of the signal that ended it, or
 * CC_JOB_NOT_RUN with errno set. */
int cc_jobs_run(cc_jobs *jobs, const char *const *words, int out, int err);
/* The same for a function, in a copy of this process. If it returns, the exit code is 0. */
int cc_jobs_fork(cc_jobs *jobs, void work(void *data), void *data, int err);

#endif
