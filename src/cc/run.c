#include "cc/run.h"

#include "base/io.h"
#include "base/str.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* The kernel takes two megabytes at most, environment included; past this a file is used. */
enum { LONG_COMMAND = 1 << 17, PATIENCE_SECONDS = 2 };

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Signals that a nohup or a shell's background job ignores stay ignored. */
static void block_signals(sigset_t *watched, sigset_t *old) {
    struct sigaction action;
    sigemptyset(watched);
    sigaddset(watched, SIGCHLD);
    for (size_t i = 0; i < COUNT(stop_signals); i++)
        if (sigaction(stop_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(watched, stop_signals[i]);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_BLOCK, watched, old);
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

static bool has_ended(pid_t pid, int *state) {
    pid_t ended = waitpid(pid, state, WNOHANG);
    return ended == pid || (ended < 0 && errno != EINTR);
}

/* Waits for the child, handing signals on. Returns the one that asked us to stop, 0 if none. */
static int wait_for(pid_t pid, const sigset_t *watched, int *state) {
    int stop = 0;
    const struct timespec patience = {PATIENCE_SECONDS, 0};
    while (!has_ended(pid, state)) {
        int got = sigtimedwait(watched, NULL, stop ? &patience : &(struct timespec){3600, 0});
        if (got < 0 && errno == EAGAIN && stop)
            kill(pid, SIGKILL);
        if (got > 0 && got != SIGCHLD) {
            stop = got;
            kill(pid, got);
        }
    }
    return stop;
}

static int code_of(int state) {
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

static void add_quoted(str *out, const char *word) {
    str_add_char(out, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            str_add_char(out, '\\');
        str_add_char(out, *word);
    }
    str_add(out, "\"\n");
}

/* A response file in memory, which the child inherits. -1 with the status set on failure. */
static int write_words(lathe_ctx *ctx, const char *const *words) {
    str text;
    str_init(&text, ctx);
    for (; *words; words++)
        add_quoted(&text, *words);
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

static int set_files(posix_spawn_file_actions_t *files, const cc_child *child) {
    int error = 0;
    if (child->out)
        error = posix_spawn_file_actions_adddup2(files, child->out, STDOUT_FILENO);
    if (!error && child->err)
        error = posix_spawn_file_actions_adddup2(files, child->err, STDERR_FILENO);
    return error;
}

static int set_mask(posix_spawnattr_t *attributes, const sigset_t *mask) {
    int error = posix_spawnattr_setsigmask(attributes, mask);
    return error ? error : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGMASK);
}

static int spawn(pid_t *pid, const cc_child *child, const char *const *words, char **env,
                 const sigset_t *mask) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (!error) {
        error = set_mask(&attributes, mask);
        if (!error)
            error = set_files(&files, child);
        if (!error)
            error = posix_spawnp(pid, words[0], &files, &attributes, (char *const *)words, env);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static int spawn_and_wait(lathe_ctx *ctx, const cc_child *child, const command *c, char **env) {
    sigset_t watched, old;
    pid_t pid;
    int state = 0;
    block_signals(&watched, &old);
    int error = spawn(&pid, child, c->words, env, &old);
    int stop = error ? 0 : wait_for(pid, &watched, &state);
    if (stop)
        die_of(stop);
    sigprocmask(SIG_SETMASK, &old, NULL);
    if (!error)
        return code_of(state);
    ctx_fail(ctx, LATHE_IO, "'%s' cannot be run: %s", child->words[0], strerror(error));
    return CC_NOT_RUN;
}

int cc_run(lathe_ctx *ctx, const cc_child *child) {
    arena mem;
    command c;
    int code = CC_NOT_RUN;
    arena_init(&mem, ctx);
    char **env = child->env ? environment_with(&mem, child->env) : environ;
    if (command_init(ctx, &c, child->words) && env)
        code = spawn_and_wait(ctx, child, &c, env);
    command_free(&c);
    arena_free(&mem);
    return code;
}

int cc_exec(lathe_ctx *ctx, const char *const *words) {
    command c;
    if (command_init(ctx, &c, words)) {
        execvp(c.words[0], (char *const *)c.words);
        ctx_fail(ctx, LATHE_IO, "'%s' cannot be run: %s", words[0], strerror(errno));
    }
    command_free(&c);
    return CC_NOT_RUN;
}

/* clang's driver gives 70, or 128 and the signal, when the compiler inside it crashed. */
bool cc_is_crash(int code) {
    static const int crashes[] = {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < COUNT(crashes); i++)
        if (code == 128 + crashes[i])
            return true;
    return code == 70;
}

void cc_end_like(int code) {
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

/* The parent only watches: whatever happens to the child, someone is there to clean up. Returns
 * the signal that asked to stop, 0 if none. */
static int fork_and_wait(lathe_ctx *ctx, cc_work *work, void *data, const char *directory,
                         const sigset_t *watched, const sigset_t *old, int *code) {
    int state = 0, stop = 0;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        sigprocmask(SIG_SETMASK, old, NULL);
        _exit(getppid() == parent ? work(data, directory) : 0);
    }
    if (pid > 0) {
        stop = wait_for(pid, watched, &state);
        *code = code_of(state);
    } else {
        ctx_fail(ctx, LATHE_IO, "no process can be started: %s", strerror(errno));
    }
    return stop;
}

int cc_run_in_directory(lathe_ctx *ctx, cc_work *work, void *data) {
    char directory[PATH_MAX];
    sigset_t watched, old;
    int code = CC_NOT_RUN;
    block_signals(&watched, &old);
    if (make_directory(ctx, directory)) {
        int stop = fork_and_wait(ctx, work, data, directory, &watched, &old, &code);
        remove_tree(directory);
        if (stop)
            die_of(stop);
    }
    sigprocmask(SIG_SETMASK, &old, NULL);
    return code;
}
