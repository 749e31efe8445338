/* The parent's side: starts the worker, watches over it, and reports how it ended. */
#include "cli/crash.h"
#include "cli/message.h"
#include "cli/worker.h"
#include "sys/sys_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)
enum { TICK_NANOSECONDS = 100000000, NOISE_LIMIT = 1 << 26 };

typedef struct watch {
    const cli_request *request;
    worker_page *page;
    pid_t pid;
    int noise_fd;  /* what the worker writes to its standard error */
    int state;     /* as waitpid gives it */
    int interrupt; /* the signal that asked us to stop, 0 if none */
    uint64_t started, interrupted;
    bool late;
    bool shows_progress;
} watch;

static void kill_worker(const watch *w, int signal) {
    kill(-w->pid, signal);
    kill(w->pid, signal);
}

static void erase_line(watch *w) {
    if (w->page->line_shown)
        (void)!io_write_all(STDERR_FILENO, "\r\x1b[K", 4);
    w->page->line_shown = false;
}

/* clang writes to the terminal itself, so nothing is shown while it runs. */
static void show_progress(watch *w) {
    static const char *const phases[] = {"reading", "working", "writing"};
    uint64_t done = w->page->done, total = w->page->total;
    char line[160];
    if (!w->shows_progress || worker_clock(CLOCK_MONOTONIC) - w->started < 2 * SECOND)
        return;
    if (strcmp(w->page->activity, "compile") == 0) {
        erase_line(w);
        return;
    }
    int length = snprintf(line, sizeof line, "\r\x1b[Klathe: %s (%.60s", phases[w->page->phase],
                          w->page->activity);
    if (total && done && done <= total)
        length += snprintf(line + length, sizeof line - (size_t)length, ", %d %%",
                           (int)(100.0 * (double)done / (double)total));
    length += snprintf(line + length, sizeof line - (size_t)length, ")");
    (void)!io_write_all(STDERR_FILENO, line, (size_t)length);
    w->page->line_shown = true;
}

static uint64_t worker_time(const watch *w) {
    clockid_t clock;
    return clock_getcpuclockid(w->pid, &clock) == 0 ? worker_clock(clock) : 0;
}

static void check_clock(watch *w) {
    uint64_t now = worker_clock(CLOCK_MONOTONIC), deadline = w->page->deadline;
    if (deadline && !w->late && worker_time(w) > deadline) {
        w->late = true;
        kill_worker(w, SIGKILL);
    }
    if (w->interrupt && now - w->interrupted > 2 * SECOND)
        kill_worker(w, SIGKILL);
}

static bool has_ended(watch *w) {
    pid_t pid = waitpid(w->pid, &w->state, WNOHANG);
    return pid == w->pid || (pid < 0 && errno != EINTR);
}

/* A user's nohup, or a shell's background job, keeps its ignored signals ignored. */
static void add_unless_ignored(sigset_t *set, int signal) {
    struct sigaction action;
    if (sigaction(signal, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(set, signal);
}

static void watched_signals(sigset_t *set) {
    sigemptyset(set);
    sigaddset(set, SIGCHLD);
    add_unless_ignored(set, SIGINT);
    add_unless_ignored(set, SIGTERM);
    add_unless_ignored(set, SIGHUP);
    add_unless_ignored(set, SIGQUIT);
}

static void wait_for_end(watch *w, const sigset_t *signals) {
    while (!has_ended(w)) {
        int signal = sigtimedwait(signals, NULL, &(struct timespec){0, TICK_NANOSECONDS});
        if (signal > 0 && signal != SIGCHLD) {
            w->interrupt = signal;
            w->interrupted = worker_clock(CLOCK_MONOTONIC);
            kill_worker(w, signal);
        }
        check_clock(w);
        show_progress(w);
    }
    erase_line(w);
}

static char *read_noise(const watch *w) {
    struct stat st;
    size_t size = fstat(w->noise_fd, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
    size = size > NOISE_LIMIT ? NOISE_LIMIT : size;
    char *text = malloc(size + 1);
    if (!text)
        return NULL;
    ssize_t n = pread(w->noise_fd, text, size, 0);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

/* The line that says what happened, without LLVM's prefix; LLVM's stack dumps say nothing. */
static void first_line(const char *noise, char *line, size_t size) {
    static const char *const dull[] = {"Stack dump", "PLEASE submit", " #",
                                       "Aborted",    "=====",         "terminate called"};
    *line = '\0';
    for (const char *p = noise; *p; p += strcspn(p, "\n"), p += *p == '\n') {
        size_t length = strcspn(p, "\n");
        bool is_dull = length == 0;
        for (size_t i = 0; i < sizeof dull / sizeof *dull; i++)
            is_dull |= str_starts_with(p, dull[i]);
        if (is_dull)
            continue;
        if (str_starts_with(p, "LLVM ERROR: ")) {
            p += 12;
            length -= 12;
        }
        snprintf(line, size, "%.*s", (int)(length > 300 ? 300 : length), p);
        return;
    }
}

/* Whoever kills a worker without asking is the system, short of memory. */
static bool ran_out_of_memory(const watch *w, const char *noise) {
    if (WIFSIGNALED(w->state) && WTERMSIG(w->state) == SIGKILL && !w->late)
        return true;
    return strstr(noise, "out of memory") || strstr(noise, "bad_alloc") ||
           strstr(noise, "Cannot allocate memory");
}

/* A sanitizer's report, unless it is about LLVM's reader: the position is its first frame, or the
 * one that called the sanitizer's own memcpy or the like. */
static bool says_defect(const char *noise) {
    const char *report = strstr(noise, "ERROR: ");
    if (!report || !strstr(noise, "Sanitizer: "))
        return false;
    const char *first = strstr(report, " #0 "), *second = strstr(report, " #1 ");
    bool wrapped = first && strstr(first, " in mem") == strstr(first, " in ");
    const char *place = wrapped && second ? second : first;
    const char *library = place ? strstr(place, "libLLVM") : NULL;
    return !library || memchr(place, '\n', (size_t)(library - place));
}

/* LLVM ends the process when functions are for a processor that it does not know, and so cannot do
 * what their target must. */
static bool knows_no_processor(const char *noise) {
    return strstr(noise, "is not a recognized processor for this target") ||
           strstr(noise, "64-bit code requested on a subtarget that doesn't support it");
}

static const char *how(const worker_death *d) {
    return d->signal ? strsignal(d->signal) : d->line[0] ? d->line : "it ended by itself";
}

static lathe_status tell_load_death(lathe_ctx *ctx, const watch *w, const worker_death *d) {
    const char *file = w->page->file[0] ? w->page->file : w->request->inputs[0];
    if (d->late)
        return ctx_fail(ctx, LATHE_BAD_INPUT,
                        "%s: LLVM does not get to its end in reasonable time; it is damaged, "
                        "make it again",
                        file);
    if (d->no_memory)
        return ctx_fail(ctx, LATHE_BAD_INPUT,
                        "%s: takes far more memory than its size explains; it is damaged, "
                        "make it again",
                        file);
    return ctx_fail(ctx, LATHE_BAD_INPUT,
                    "%s: LLVM cannot read it (%s); it is damaged, make it again", file, how(d));
}

static lathe_status tell_late_death(lathe_ctx *ctx, const watch *w, const worker_death *d) {
    if (d->late)
        return ctx_fail(ctx, LATHE_GAVE_UP,
                        "work budget of %llu operations is used up in LLVM's own passes, during %s",
                        (unsigned long long)w->request->budget_ops, w->page->activity);
    if (d->no_memory)
        return ctx_fail(ctx, LATHE_NO_MEMORY, "out of memory during %s", w->page->activity);
    if (d->no_processor && !d->signal && !d->own_defect)
        return ctx_fail(ctx, LATHE_BAD_INPUT,
                        "functions of the input are for a processor that LLVM does not know or "
                        "that cannot run their code (%s); compile them again with another -mcpu or "
                        "-march",
                        d->line);
    return ctx_fail(ctx, LATHE_INTERNAL, "internal error during %s (%s)",
                    w->page->activity[0] ? w->page->activity : "work", how(d));
}

static void tell_death(lathe_ctx *ctx, const watch *w, const char *noise) {
    char line[320];
    first_line(noise, line, sizeof line);
    worker_death d = {.signal = WIFSIGNALED(w->state) ? WTERMSIG(w->state) : 0,
                      .late = w->late,
                      .line = line,
                      .no_memory = ran_out_of_memory(w, noise),
                      .no_processor = knows_no_processor(noise),
                      .own_defect = says_defect(noise)};
    if (!d.own_defect && strstr(noise, "Sanitizer: "))
        d.line = "it reads outside of its memory";
    if (w->page->temp[0])
        unlink(w->page->temp);
    if (w->page->phase == PHASE_LOAD && !d.own_defect)
        tell_load_death(ctx, w, &d);
    else
        tell_late_death(ctx, w, &d);
}

static void tell_internal(lathe_ctx *ctx, const watch *w, const char *noise) {
    char folder[PATH_MAX], text[CTX_ERROR_SIZE + PATH_MAX + 64];
    if (crash_write(ctx, w->request, w->page, noise, folder))
        snprintf(text, sizeof text, "%s; what reproduces it is in %s/", lathe_ctx_error(ctx),
                 folder);
    else
        snprintf(text, sizeof text, "%s; no folder for a reproducer could be made (%s)",
                 lathe_ctx_error(ctx), strerror(errno));
    cli_message(w->request, LATHE_ERROR, text);
}

/* What LLVM's printing passes wrote is output when all went well, and noise when not. */
static int conclude(lathe_ctx *ctx, const watch *w) {
    char *noise = read_noise(w);
    const char *text = noise ? noise : "";
    if (!w->page->finished)
        tell_death(ctx, w, text);
    else if (w->page->status != LATHE_OK)
        ctx_fail(ctx, w->page->status, "%s", w->page->error);
    else
        (void)!io_write_all(STDERR_FILENO, text, strlen(text));
    if (lathe_ctx_status(ctx) == LATHE_INTERNAL)
        tell_internal(ctx, w, text);
    else if (!ctx_ok(ctx) && !w->page->quiet_end)
        cli_message(w->request, LATHE_ERROR, lathe_ctx_error(ctx));
    free(noise);
    return lathe_status_exit_code(lathe_ctx_status(ctx));
}

/* A group of its own, so that stopping the worker stops the clang it runs. */
static _Noreturn void become_worker(const watch *w, const cli_command *command, pid_t parent,
                                    const sigset_t *old_mask) {
    int stderr_fd = dup(STDERR_FILENO);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    dup2(w->noise_fd, STDERR_FILENO);
    close(w->noise_fd);
    sigprocmask(SIG_SETMASK, old_mask, NULL);
    worker_main(w->page, command, w->request, stderr_fd < 0 ? STDERR_FILENO : stderr_fd);
}

static bool watch_init(lathe_ctx *ctx, watch *w, const cli_request *request) {
    *w = (watch){.request = request, .started = worker_clock(CLOCK_MONOTONIC)};
    w->shows_progress = !request->quiet && !request->verbose && isatty(STDERR_FILENO);
    w->noise_fd = memfd_create("lathe-noise", MFD_CLOEXEC);
    w->page =
        mmap(NULL, sizeof *w->page, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w->noise_fd >= 0 && w->page != MAP_FAILED)
        return true;
    ctx_fail(ctx, LATHE_IO, "no worker can be started: %s", strerror(errno));
    return false;
}

int worker_run(lathe_ctx *ctx, const cli_command *command, const cli_request *request) {
    watch w;
    sigset_t signals, old_mask;
    if (watch_init(ctx, &w, request)) {
        signal(SIGCHLD, SIG_DFL);
        watched_signals(&signals);
        sigprocmask(SIG_BLOCK, &signals, &old_mask);
        pid_t parent = getpid();
        w.pid = fork();
        if (w.pid == 0)
            become_worker(&w, command, parent, &old_mask);
        if (w.pid > 0) {
            setpgid(w.pid, w.pid);
            wait_for_end(&w, &signals);
            if (w.interrupt && !w.page->finished) {
                if (w.page->temp[0])
                    unlink(w.page->temp);
                sys_end_like(128 + w.interrupt); /* so that the shell sees why */
            }
            return conclude(ctx, &w);
        }
        ctx_fail(ctx, LATHE_IO, "no worker can be started: %s", strerror(errno));
    }
    cli_message(request, LATHE_ERROR, lathe_ctx_error(ctx));
    return lathe_status_exit_code(lathe_ctx_status(ctx));
}
