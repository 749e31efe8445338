/* The worker's side: limits, then load, work, write. */
#include "cli/worker.h"

#include "base/show.h"
#include "cli/message.h"
#include "cli/stats.h"
#include "ir/module.h"
#include "sys/where.h"

#include <errno.h>
#include <llvm-c/Support.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ASAN 1
#endif
#endif
#ifndef UNDER_ASAN
#define UNDER_ASAN 0
#endif

#if UNDER_ASAN
const char *__asan_default_options(void);
/* LLVM's own crashes on damaged files must stay signals, and not become sanitizer reports. */
const char *__asan_default_options(void) {
    return "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0";
}
#endif

/* Reading n bytes may take LOAD_SECONDS plus two seconds for each megabyte, and LOAD_BYTES plus
 * LOAD_FACTOR times n of address space: several times what sound programs need. The seconds are
 * the worker's own: a busy machine makes no file look damaged. */
enum { LOAD_SECONDS = 8, LOAD_FACTOR = 512, STACK_MEGABYTES = 112 };
#define LOAD_BYTES (UINT64_C(2) << 30)
#define NANOSECONDS UINT64_C(1000000000)

typedef struct worker {
    worker_page *page;
    const cli_request *request;
    int stderr_fd;
} worker;

uint64_t worker_clock(clockid_t clock) {
    struct timespec t;
    if (clock_gettime(clock, &t) != 0)
        return 0;
    return (uint64_t)t.tv_sec * NANOSECONDS + (uint64_t)t.tv_nsec;
}

static void limit_memory(uint64_t bytes) {
    struct rlimit limit;
    if (UNDER_ASAN || getrlimit(RLIMIT_AS, &limit) != 0)
        return;
    limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
    setrlimit(RLIMIT_AS, &limit);
}

/* LLVM recurses over what it transforms, as deep as the program's chains of values are long. A
 * stack may grow as far as the limit says while the process runs, if nothing lies below it: Linux
 * keeps that much free. Not while reading: types nested without end are refused sooner. */
static void grow_stack(void) {
    const rlim_t wanted = (rlim_t)STACK_MEGABYTES << 20;
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= wanted)
        return;
    limit.rlim_cur = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    setrlimit(RLIMIT_STACK, &limit);
}

/* Enough for any program on this machine, and less than what brings the machine down. */
static uint64_t memory_of_machine(void) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    uint64_t bytes = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 0;
    return LOAD_BYTES + bytes / 4 * 3;
}

static uint64_t load_seconds(const cli_request *r, uint64_t bytes) {
    return r->load_seconds == CLI_DEFAULT ? LOAD_SECONDS + (bytes >> 19) : r->load_seconds;
}

/* Damaged files are read under limits. Compiling C has none: clang's input is what it includes,
 * which the size of the file does not show. */
static void guard(const worker *w, const char *activity, uint64_t bytes) {
    uint64_t seconds = load_seconds(w->request, bytes);
    bool free = strcmp(activity, "compile") == 0 || seconds == 0;
    w->page->deadline = free ? 0 : worker_clock(CLOCK_PROCESS_CPUTIME_ID) + seconds * NANOSECONDS;
    limit_memory(free ? memory_of_machine() : LOAD_BYTES + LOAD_FACTOR * bytes);
}

static void unguard(worker_page *page) {
    page->deadline = 0;
    limit_memory(memory_of_machine());
}

/* A way for tests to see what an accident does: LATHE_TEST_CRASH names the point. */
static void test_crash(const char *place) {
    const char *wanted = getenv("LATHE_TEST_CRASH");
    if (!wanted)
        return;
    if (strcmp(wanted, place) == 0)
        raise(SIGSEGV);
    while (str_starts_with(wanted, "hang-") && strcmp(wanted + 5, place) == 0)
        sched_yield();
}

static void on_progress(void *data, const char *activity, uint64_t done, uint64_t total) {
    worker *w = data;
    worker_page *page = w->page;
    bool fresh = strcmp(page->activity, activity) != 0;
    snprintf(page->activity, sizeof page->activity, "%s", activity);
    page->done = done;
    page->total = total;
    if (page->phase == PHASE_LOAD)
        guard(w, activity, total);
    if (fresh && w->request->verbose)
        cli_diagnostic(w->request, w->stderr_fd,
                       &(lathe_diag){.severity = LATHE_NOTE, .message = activity});
    if (page->phase == PHASE_WRITE && page->temp[0])
        test_crash("write");
}

/* The parent ends a worker that does not come out of LLVM's passes. */
static void on_foreign(void *data, uint64_t nanoseconds) {
    worker *w = data;
    uint64_t now = worker_clock(CLOCK_PROCESS_CPUTIME_ID);
    bool bounded = nanoseconds && nanoseconds < UINT64_MAX - now;
    if (w->page->phase != PHASE_LOAD)
        w->page->deadline = bounded ? now + nanoseconds : 0;
}

static void on_temp(void *data, const char *path) {
    worker *w = data;
    snprintf(w->page->temp, sizeof w->page->temp, "%s", path ? path : "");
}

static bool wanted(const cli_request *r, lathe_severity severity) {
    lathe_severity least = r->quiet ? LATHE_ERROR : r->verbose ? LATHE_NOTE : LATHE_WARNING;
    return severity >= least;
}

static void on_diag(void *data, const lathe_diag *diag) {
    worker *w = data;
    if (w->page->phase == PHASE_LOAD && diag->id && strcmp(diag->id, "load") == 0)
        snprintf(w->page->file, sizeof w->page->file, "%s", diag->file);
    if (!wanted(w->request, diag->severity))
        return;
    if (w->page->line_shown)
        (void)!io_write_all(w->stderr_fd, "\r\x1b[K", 4);
    cli_diagnostic(w->request, w->stderr_fd, diag);
}

/* lathe/ckpt.h is found wherever lathe is. The compiler proper gets the option: the driver would
 * remark that an input which is preprocessed already needs no headers. */
static size_t add_include(const char **flags, arena *mem) {
    const char *include = sys_include_path(mem);
    const char *const words[] = {"-Xclang", "-idirafter", "-Xclang", include};
    for (size_t i = 0; include && i < sizeof words / sizeof *words; i++)
        flags[i] = words[i];
    return include ? sizeof words / sizeof *words : 0;
}

/* clang gets -q and --color first, so that the user's own flags win. */
bool worker_load_options(const cli_request *r, int stderr_fd, arena *mem,
                         lathe_load_options *options) {
    enum { MORE = 7 };
    static const char *const levels[] = {"", "-O1", "-O2", "-O3"};
    const char **flags = arena_array(mem, r->c_flag_count + MORE, const char *);
    size_t count = 0;
    if (!flags)
        return false;
    if (r->quiet)
        flags[count++] = "-w";
    if (r->color != COLOR_AUTO)
        flags[count++] =
            r->color == COLOR_ALWAYS ? "-fcolor-diagnostics" : "-fno-color-diagnostics";
    if (r->level > 0 && r->level < sizeof levels / sizeof *levels)
        flags[count++] = levels[r->level];
    for (size_t i = 0, words; i < r->c_flag_count; i += words ? words : 1)
        if (!(words = cli_linker_words(r, i)))
            flags[count++] = r->c_flags[i];
    count += add_include(flags + count, mem);
    *options = LATHE_WITH(lathe_load_options, .c_flags = flags, .c_flag_count = count,
                          .clang = r->clang, .clang_stderr = stderr_fd);
    return true;
}

/* LLVM keeps this setting once for the whole process, so only a worker may make it. */
static void set_profile(const char *file) {
    char option[PATH_MAX + 32];
    snprintf(option, sizeof option, "-pgo-test-profile-file=%s", file);
    LLVMParseCommandLineOptions(2, (const char *const[]){"lathe", option}, "");
}

static lathe_module *load(const worker *w, lathe_ctx *ctx) {
    const cli_request *r = w->request;
    lathe_load_options options;
    lathe_module *module = NULL;
    arena mem;
    arena_init(&mem, ctx);
    if (!worker_load_options(r, w->stderr_fd, &mem, &options)) {
        arena_free(&mem);
        return NULL;
    }
    if (r->profile && access(r->profile, R_OK) != 0) {
        ctx_fail(ctx, LATHE_IO, "--profile: %s: cannot be read: %s", r->profile, strerror(errno));
        arena_free(&mem);
        return NULL;
    }
    if (r->profile) {
        set_profile(r->profile);
        options.passes = "pgo-instr-use";
    }
    guard(w, "read", 0);
    test_crash("load");
    module = lathe_module_load(ctx, r->inputs, r->input_count, &options);
    unguard(w->page);
    arena_free(&mem);
    return module;
}

/* Whatever a report forgot to escape does not reach a terminal. */
static lathe_status write_text(const worker *w, cli_run *run) {
    bool to_stdout = !(w->request->output && strcmp(w->request->output, "-") == 0);
    int fd = to_stdout ? STDOUT_FILENO : w->stderr_fd;
    str shown;
    str_init(&shown, run->ctx);
    show_lines(&shown, str_text(run->out), run->out->len,
               color_wanted((color_mode)w->request->color, STDOUT_FILENO));
    bool ok = io_write_all(fd, str_text(&shown), shown.len);
    str_free(&shown);
    if (ok)
        return LATHE_OK;
    return ctx_fail(run->ctx, LATHE_IO, "standard output: cannot be written: %s", strerror(errno));
}

/* The module comes last: its rename is what makes the run complete. */
static void write_results(const worker *w, const cli_command *command, cli_run *run) {
    errno = 0;
    if (write_text(w, run) == LATHE_OK && w->request->output && command->write)
        command->write(run);
    else if (ctx_ok(run->ctx) && w->request->output)
        lathe_module_write(run->module, w->request->output);
    if (!ctx_ok(run->ctx) && errno == EPIPE)
        w->page->quiet_end = true;
}

/* A pass that failed by lathe's fault has left the module as it was: what the user gets is whole,
 * only not transformed. */
static void write_intact(const worker *w, cli_run *run) {
    char error[CTX_ERROR_SIZE];
    memcpy(error, run->ctx->error, sizeof error);
    lathe_ctx_clear(run->ctx);
    if (lathe_module_write(run->module, w->request->output) == LATHE_OK)
        ctx_fail(run->ctx, LATHE_INTERNAL, "%s; the module was written as it was before", error);
    else
        lathe_ctx_clear(run->ctx);
    ctx_fail(run->ctx, LATHE_INTERNAL, "%s", error);
}

static void work(worker *w, const cli_command *command, cli_run *run) {
    bool loads = !command->reads_them_itself || !command->reads_them_itself(w->request);
    if (cli_load(run->ctx, w->request) != LATHE_OK)
        return;
    if (loads && !(run->module = load(w, run->ctx)))
        return;
    grow_stack();
    w->page->phase = PHASE_WORK;
    on_progress(w, command->name, 0, 0);
    test_crash("work");
    command->run(run);
    w->page->phase = PHASE_WRITE;
    if (ctx_ok(run->ctx))
        write_results(w, command, run);
    else if (run->shows_failure)
        write_text(w, run);
    else if (run->ctx->status == LATHE_INTERNAL && run->module && run->module->intact &&
             w->request->output)
        write_intact(w, run);
}

static void report(const worker *w, const lathe_ctx *ctx) {
    lathe_ctx *scratch = lathe_ctx_new();
    if (scratch) {
        str text;
        str_init(&text, scratch);
        cli_stats(&text, ctx, w->request);
        (void)!io_write_all(w->stderr_fd, str_text(&text), text.len);
        str_free(&text);
        lathe_ctx_free(scratch);
    }
    w->page->status = ctx->status;
    memcpy(w->page->error, ctx->error, sizeof ctx->error);
    w->page->finished = true;
}

_Noreturn void worker_main(worker_page *page, const cli_command *command,
                           const cli_request *request, int stderr_fd) {
    worker w = {page, request, stderr_fd};
    lathe_ctx *ctx = lathe_ctx_new();
    str out;
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    if (!ctx)
        _exit(lathe_status_exit_code(LATHE_NO_MEMORY));
    lathe_ctx_set_budget(ctx, request->budget_ops, request->budget_bytes);
    lathe_ctx_set_diag(ctx, on_diag, &w);
    ctx->progress = on_progress;
    ctx->progress_data = &w;
    ctx->temp = on_temp;
    ctx->temp_data = &w;
    ctx->foreign = on_foreign;
    ctx->foreign_data = &w;
    str_init(&out, ctx);
    work(&w, command,
         &(cli_run){.request = request, .ctx = ctx, .out = &out, .stderr_fd = stderr_fd});
    report(&w, ctx);
    _exit(0);
}
