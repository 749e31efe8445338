#include "sys/sys_run.h"

#include "base/io.h"
#include "base/str.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The kernel takes two megabytes at most, environment included; past this a file is used. */
enum { LONG_COMMAND = 1 << 17, PATIENCE_SECONDS = 2, POLL_NANOSECONDS = 10000000 };

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Signals that a nohup or a shell's background job ignores stay ignored. */
void sys_jobs_begin(sys_jobs *jobs) {
    static const int stops[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action;
    *jobs = (sys_jobs){.interrupt = 0};
    sigemptyset(&jobs->watched);
    sigaddset(&jobs->watched, SIGCHLD);
    for (size_t i = 0; i < COUNT(stops); i++)
        if (sigaction(stops[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&jobs->watched, stops[i]);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, &jobs->watched, &jobs->before);
}

static _Noreturn void die_of(int number) {
    sigset_t set;
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    _exit(128 + number);
}

void sys_jobs_end(sys_jobs *jobs) {
    if (jobs->interrupt)
        die_of(jobs->interrupt);
    sigprocmask(SIG_SETMASK, &jobs->before, NULL);
}

/* A signal that came between two children is as good as one that comes during one. */
static bool is_interrupted(lathe_ctx *ctx, sys_jobs *jobs) {
    sigset_t stops = jobs->watched;
    sigdelset(&stops, SIGCHLD);
    if (!jobs->interrupt) {
        int number = sigtimedwait(&stops, NULL, &(struct timespec){0, 0});
        jobs->interrupt = number > 0 ? number : 0;
    }
    if (jobs->interrupt)
        ctx_fail(ctx, LATHE_IO, "it was interrupted");
    return jobs->interrupt != 0;
}

/* A child of this process; what it starts is in its group if it is the leader of one. */
typedef struct process {
    pid_t pid;
    bool leads;
} process;

static void hand_on(const process *p, int number) {
    kill(p->leads ? -p->pid : p->pid, number);
}

static void end_group(const process *p) {
    const int polls = PATIENCE_SECONDS * (1000000000 / POLL_NANOSECONDS);
    for (int i = 0; i < 2 * polls && kill(-p->pid, 0) == 0; i++) {
        if (i == polls)
            hand_on(p, SIGKILL);
        nanosleep(&(struct timespec){0, POLL_NANOSECONDS}, NULL);
    }
}

static bool has_ended(pid_t pid, int *state) {
    pid_t ended = waitpid(pid, state, WNOHANG);
    return ended == pid || (ended < 0 && errno != EINTR);
}

/* Waits for the child, handing signals on, and returns its exit code. */
static int wait_for(sys_jobs *jobs, const process *p) {
    int state = 0;
    const struct timespec patience = {PATIENCE_SECONDS, 0}, ages = {3600, 0};
    while (!has_ended(p->pid, &state)) {
        int got = sigtimedwait(&jobs->watched, NULL, jobs->interrupt ? &patience : &ages);
        if (got < 0 && errno == EAGAIN && jobs->interrupt)
            hand_on(p, SIGKILL);
        if (got <= 0 || got == SIGCHLD)
            continue;
        if (!jobs->interrupt)
            jobs->interrupt = got;
        hand_on(p, got);
    }
    if (jobs->interrupt && p->leads)
        end_group(p);
    return WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
}

static bool names_same(const char *entry, const char *added) {
    size_t length = strcspn(added, "=") + 1;
    return strncmp(entry, added, length) == 0;
}

/* The environment with one entry more, or in place of the one of its name. */
static char **environment_with(arena *mem, const char *added) {
    size_t count = 0, kept = 0;
    while (environ[count])
        count++;
    char **env = arena_array(mem, count + 2, char *);
    if (!env)
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (!names_same(environ[i], added))
            env[kept++] = environ[i];
    env[kept] = (char *)added;
    return env;
}

static bool is_long(const char *const *words) {
    size_t size = 0;
    for (; *words; words++)
        size += strlen(*words) + 1 + sizeof *words;
    return size > LONG_COMMAND;
}

/* A response file in memory, which the child inherits. -1 with the status set on failure. */
static int write_words(lathe_ctx *ctx, const char *const *words) {
    str text;
    str_init(&text, ctx);
    for (; *words; words++) {
        str_add_c_string(&text, *words);
        str_add_char(&text, '\n');
    }
    int fd = memfd_create("lathe-words", 0);
    if (fd < 0 || !io_write_all(fd, str_text(&text), text.len)) {
        ctx_fail(ctx, LATHE_IO, "no room for a long command line: %s", strerror(errno));
        if (fd >= 0)
            close(fd);
        fd = -1;
    }
    str_free(&text);
    return fd;
}

/* What the kernel is given: the words themselves or a response file that holds them. */
typedef struct command {
    const char *const *words;
    const char *few[3];
    char name[32];
    int fd; /* of the response file, -1 if there is none */
} command;

static bool command_init(lathe_ctx *ctx, command *c, const char *const *words) {
    *c = (command){.words = words, .fd = -1};
    if (!is_long(words))
        return true;
    c->fd = write_words(ctx, words + 1);
    snprintf(c->name, sizeof c->name, "@/proc/self/fd/%d", c->fd);
    c->few[0] = words[0];
    c->few[1] = c->name;
    c->words = c->few;
    return c->fd >= 0;
}

static void command_free(command *c) {
    if (c->fd >= 0)
        close(c->fd);
}

static int set_files(posix_spawn_file_actions_t *files, const sys_child *child) {
    int error = 0;
    if (child->out)
        error = posix_spawn_file_actions_adddup2(files, child->out, STDOUT_FILENO);
    if (!error && child->err)
        error = posix_spawn_file_actions_adddup2(files, child->err, STDERR_FILENO);
    return error;
}

static int set_attributes(posix_spawnattr_t *attributes, const sys_jobs *jobs, bool leads) {
    int error = posix_spawnattr_setsigmask(attributes, &jobs->before);
    if (!error && leads)
        error = posix_spawnattr_setpgroup(attributes, 0);
    short flags = POSIX_SPAWN_SETSIGMASK | (leads ? POSIX_SPAWN_SETPGROUP : 0);
    return error ? error : posix_spawnattr_setflags(attributes, flags);
}

static int spawn(process *p, const sys_jobs *jobs, const sys_child *child, const command *c,
                 char **env) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    error = posix_spawnattr_init(&how);
    if (!error) {
        error = set_attributes(&how, jobs, p->leads);
        if (!error)
            error = set_files(&files, child);
        if (!error)
            error = posix_spawnp(&p->pid, c->words[0], &files, &how, (char *const *)c->words, env);
        if (!error && child->seconds)
            prlimit(p->pid, RLIMIT_CPU, &(struct rlimit){child->seconds, child->seconds + 1}, NULL);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static int spawn_and_wait(lathe_ctx *ctx, sys_jobs *jobs, const sys_child *child, const command *c,
                          char **env) {
    process p = {.leads = child->jobs != NULL};
    if (is_interrupted(ctx, jobs))
        return SYS_NOT_RUN;
    int error = spawn(&p, jobs, child, c, env);
    if (!error)
        return wait_for(jobs, &p);
    ctx_fail(ctx, LATHE_IO, "'%s' cannot be run: %s", child->words[0], strerror(error));
    return SYS_NOT_RUN;
}

int sys_run(lathe_ctx *ctx, const sys_child *child) {
    arena mem;
    command c;
    sys_jobs own, *jobs = child->jobs ? child->jobs : &own;
    int code = SYS_NOT_RUN;
    arena_init(&mem, ctx);
    char **env = child->env ? environment_with(&mem, child->env) : environ;
    if (!child->jobs)
        sys_jobs_begin(&own);
    if (command_init(ctx, &c, child->words) && env)
        code = spawn_and_wait(ctx, jobs, child, &c, env);
    if (!child->jobs)
        sys_jobs_end(&own);
    command_free(&c);
    arena_free(&mem);
    return code;
}

int sys_exec(lathe_ctx *ctx, const char *const *words) {
    command c;
    if (command_init(ctx, &c, words)) {
        execvp(c.words[0], (char *const *)c.words);
        ctx_fail(ctx, LATHE_IO, "'%s' cannot be run: %s", words[0], strerror(errno));
    }
    command_free(&c);
    return SYS_NOT_RUN;
}

/* clang's driver gives 70, or 128 and the signal, when the compiler inside it crashed. */
bool sys_is_crash(int code) {
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < COUNT(crashes); i++)
        if (code == 128 + crashes[i])
            return true;
    return code == 70;
}

void sys_end_like(int code) {
    if (code > 128 && code < 128 + NSIG)
        die_of(code - 128);
    _exit(code);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *where) {
    (void)st;
    (void)type;
    (void)where;
    remove(path);
    return 0;
}

static void remove_tree(const char *path) {
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

static bool make_directory(lathe_ctx *ctx, char path[PATH_MAX]) {
    const char *tmp = getenv("TMPDIR");
    tmp = tmp && *tmp ? tmp : "/tmp";
    if (snprintf(path, PATH_MAX, "%s/lathe-cc-XXXXXX", tmp) < PATH_MAX && mkdtemp(path))
        return true;
    ctx_fail(ctx, LATHE_IO, "no directory for temporary files in '%s': %s", tmp, strerror(errno));
    return false;
}

/* A function to be run in a copy of this process. */
typedef struct forked {
    int (*work)(void *data);
    void *data;
    int err;
    int at_our_death; /* the signal it gets if this process dies without ending it */
} forked;

/* The parent only watches: whatever happens to the child, someone is there to clean up. */
static int fork_and_wait(lathe_ctx *ctx, sys_jobs *jobs, process *p, const forked *f) {
    pid_t parent = getpid();
    if (is_interrupted(ctx, jobs))
        return SYS_NOT_RUN;
    p->pid = fork();
    if (p->pid < 0) {
        ctx_fail(ctx, LATHE_IO, "no process can be started: %s", strerror(errno));
        return SYS_NOT_RUN;
    }
    if (p->leads)
        setpgid(p->pid, p->pid);
    if (p->pid > 0)
        return wait_for(jobs, p);
    prctl(PR_SET_PDEATHSIG, f->at_our_death);
    sigprocmask(SIG_SETMASK, &jobs->before, NULL);
    if (f->err)
        dup2(f->err, STDERR_FILENO);
    _exit(getppid() == parent ? f->work(f->data) : 0);
}

int sys_run_function(lathe_ctx *ctx, sys_jobs *jobs, int work(void *data), void *data, int err) {
    process p = {.leads = true};
    return fork_and_wait(ctx, jobs, &p, &(forked){work, data, err, SIGKILL});
}

typedef struct directory_work {
    sys_work *work;
    void *data;
    char directory[PATH_MAX];
} directory_work;

static int work_in_directory(void *data) {
    directory_work *w = data;
    return w->work(w->data, w->directory);
}

/* The child stays in our group, since it may read from our terminal, and has children to end. */
int sys_run_in_directory(lathe_ctx *ctx, sys_work *work, void *data) {
    directory_work w = {.work = work, .data = data};
    process p = {.leads = false};
    sys_jobs jobs;
    int code = SYS_NOT_RUN;
    sys_jobs_begin(&jobs);
    if (make_directory(ctx, w.directory)) {
        code = fork_and_wait(ctx, &jobs, &p, &(forked){work_in_directory, &w, 0, SIGTERM});
        remove_tree(w.directory);
    }
    sys_jobs_end(&jobs);
    return code;
}
