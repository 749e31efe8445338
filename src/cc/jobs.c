#include "cc/jobs.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATIENCE = 200, POLL_NANOSECONDS = 10000000 };

/* A user's nohup, or a shell's background job, keeps its ignored signals ignored. */
static void watch_unless_ignored(sigset_t *set, int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(set, number);
}

void cc_jobs_begin(cc_jobs *jobs) {
    *jobs = (cc_jobs){.interrupt = 0};
    sigemptyset(&jobs->watched);
    sigaddset(&jobs->watched, SIGCHLD);
    watch_unless_ignored(&jobs->watched, SIGINT);
    watch_unless_ignored(&jobs->watched, SIGTERM);
    watch_unless_ignored(&jobs->watched, SIGHUP);
    watch_unless_ignored(&jobs->watched, SIGQUIT);
    sigprocmask(SIG_BLOCK, &jobs->watched, &jobs->before);
}

void cc_jobs_end(cc_jobs *jobs) {
    if (jobs->interrupt)
        raise(jobs->interrupt);
    sigprocmask(SIG_SETMASK, &jobs->before, NULL);
}

/* What a child has started is in its process group. */
static bool group_lives(pid_t group) {
    return kill(-group, 0) == 0;
}

static void end_group(pid_t group) {
    for (int i = 0; group_lives(group); i++) {
        if (i == PATIENCE)
            kill(-group, SIGKILL);
        if (i > 2 * PATIENCE)
            return;
        nanosleep(&(struct timespec){0, POLL_NANOSECONDS}, NULL);
    }
}

static int wait_for(cc_jobs *jobs, pid_t pid) {
    int state = 0;
    pid_t ended;
    while ((ended = waitpid(pid, &state, WNOHANG)) == 0) {
        int number = sigwaitinfo(&jobs->watched, NULL);
        if (number <= 0 || number == SIGCHLD)
            continue;
        if (!jobs->interrupt)
            jobs->interrupt = number;
        kill(-pid, number);
    }
    if (jobs->interrupt)
        end_group(pid);
    if (ended < 0)
        return CC_JOB_NOT_RUN;
    return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

/* A signal that came between two jobs is as good as one that comes during one. */
static bool is_interrupted(cc_jobs *jobs) {
    sigset_t stops = jobs->watched;
    sigdelset(&stops, SIGCHLD);
    if (!jobs->interrupt) {
        int number = sigtimedwait(&stops, NULL, &(struct timespec){0, 0});
        jobs->interrupt = number > 0 ? number : 0;
    }
    if (jobs->interrupt)
        errno = EINTR;
    return jobs->interrupt != 0;
}

static int prepare(cc_jobs *jobs, posix_spawnattr_t *how, posix_spawn_file_actions_t *files,
                   int out, int err) {
    int error = posix_spawnattr_setsigmask(how, &jobs->before);
    if (!error)
        error = posix_spawnattr_setpgroup(how, 0);
    if (!error)
        error = posix_spawnattr_setflags(how, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    if (!error && out >= 0)
        error = posix_spawn_file_actions_adddup2(files, out, STDOUT_FILENO);
    if (!error && err >= 0)
        error = posix_spawn_file_actions_adddup2(files, err, STDERR_FILENO);
    return error;
}

int cc_jobs_run(cc_jobs *jobs, const char *const *words, int out, int err) {
    posix_spawnattr_t how;
    posix_spawn_file_actions_t files;
    pid_t pid = 0;
    if (is_interrupted(jobs))
        return CC_JOB_NOT_RUN;
    if ((errno = posix_spawnattr_init(&how)) != 0)
        return CC_JOB_NOT_RUN;
    int error = posix_spawn_file_actions_init(&files);
    if (!error) {
        error = prepare(jobs, &how, &files, out, err);
        if (!error)
            error = posix_spawnp(&pid, words[0], &files, &how, (char *const *)words, environ);
        posix_spawn_file_actions_destroy(&files);
    }
    posix_spawnattr_destroy(&how);
    errno = error;
    return error ? CC_JOB_NOT_RUN : wait_for(jobs, pid);
}

int cc_jobs_fork(cc_jobs *jobs, void work(void *data), void *data, int err) {
    if (is_interrupted(jobs))
        return CC_JOB_NOT_RUN;
    pid_t pid = fork();
    if (pid < 0)
        return CC_JOB_NOT_RUN;
    if (pid > 0) {
        setpgid(pid, pid);
        return wait_for(jobs, pid);
    }
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigprocmask(SIG_SETMASK, &jobs->before, NULL);
    if (err >= 0)
        dup2(err, STDERR_FILENO);
    work(data);
    _exit(0);
}
