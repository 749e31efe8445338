/* lathe-cc and lathe-c++: what of lathe cc needs nothing of LLVM, whose library takes as long to
 * load as clang takes to compile a small file. Those are compilations, what is clang's alone, and
 * programs of one small source, such as the probes of a configure script, in which nothing could
 * change. All else, messages above all, is left to lathe beside it, which would do the same with
 * the same words: so nothing is printed here, and nothing is done that it could not do over again.
 */
#include "base/io.h"
#include "cc/driver/driver_carry.h"
#include "cc/driver/driver_compile.h"
#include "cc/host/embed.h"
#include "sys/bisect_env.h"
#include "sys/sys_run.h"
#include "sys/where.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Sources of probes are smaller, and to compile a larger one twice would be felt. AGAIN is no exit
 * code of clang's. */
enum { PROBE_BYTES = 1 << 16, AGAIN = 120 };

typedef struct quick {
    lathe_ctx *ctx;
    arena mem;
    cc_args args;
    const char *option; /* by which clang loads the plugin */
} quick;

/* The program in the same folder that has all of lathe; it goes by this one's name. */
static int become_lathe(quick *q, char **argv) {
    const char *own = sys_own_path(&q->mem), *slash = strrchr(own, '/');
    const char *path = arena_printf(&q->mem, "%.*slathe", slash ? (int)(slash + 1 - own) : 0, own);
    if (path)
        execv(path, argv);
    static const char text[] = "lathe: error: the program lathe is missing beside lathe-cc\n";
    (void)!io_write_all(STDERR_FILENO, text, sizeof text - 1);
    return 2;
}

/* Lathe's own words that matter at links alone are no reason to load all of it for a compilation.
 */
static bool parse(quick *q, int argc, char **argv) {
    static const char *const variables[] = {SYS_BISECT_VARIABLE, SYS_BISECT_LOG, SYS_BISECT_ONLY,
                                            "LATHE_CC_CLANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i]))
            return false;
    q->args = (cc_args){.cxx = str_starts_with(str_base_name(argv[0]), "lathe-c++"),
                        .clang = LATHE_CLANG};
    if (q->args.cxx)
        q->args.clang = LATHE_CLANG "++";
    return sys_can_run(&q->mem, q->args.clang) && argc > 1 && strcmp(argv[1], "--help") != 0 &&
           cc_args_parse(q->ctx, &q->mem, argc - 1, argv + 1, &q->args) && !q->args.unsettled;
}

/* One source and libraries. */
static const char *only_source(const cc_args *args) {
    const char *source = NULL;
    for (size_t i = 0; i < args->inputs.len; i++) {
        cc_input_kind kind = args->inputs.at[i].kind;
        if ((kind == CC_SOURCE && source) || (kind != CC_SOURCE && kind != CC_LIBRARY))
            return NULL;
        if (kind == CC_SOURCE)
            source = args->words.at[args->inputs.at[i].word];
    }
    return source;
}

static bool is_probe(const cc_args *args) {
    const char *source = only_source(args);
    struct stat info;
    return source && args->wish == CC_DEFAULT && !args->lto_asked && !args->verbose &&
           stat(source, &info) == 0 && S_ISREG(info.st_mode) && info.st_size < PROBE_BYTES;
}

/* What clang says is shown once it is known that nobody will say it again. */
static bool show(int said) {
    char buffer[1 << 12];
    ssize_t n;
    off_t at = 0;
    for (; (n = pread(said, buffer, sizeof buffer, at)) > 0; at += n)
        if (!io_write_all(STDERR_FILENO, buffer, (size_t)n))
            return false;
    return n == 0;
}

static int run_trial(quick *q, int said) {
    sys_words words = {0};
    const cc_args *args = &q->args;
    int code = SYS_NOT_RUN;
    vec_push(q->ctx, &words, args->clang);
    vec_push(q->ctx, &words, q->option);
    if (isatty(STDERR_FILENO))
        vec_push(q->ctx, &words, "-fcolor-diagnostics");
    for (size_t i = 0; i < args->words.len; i++)
        vec_push(q->ctx, &words, args->words.at[i]);
    vec_push(q->ctx, &words, NULL);
    const char *variable = cc_carry_variable(&q->mem, args, true);
    if (ctx_ok(q->ctx) && variable)
        code = sys_run(q->ctx, &(sys_child){.words = words.at, .env = variable, .err = said});
    vec_free(q->ctx, &words);
    return code;
}

/* The compiler stops in the middle of its work, so what it has begun is to lie where it is removed.
 */
static bool set_variables(int told, const char *directory) {
    char number[16];
    snprintf(number, sizeof number, "%d", told);
    return setenv(CC_TRIAL_VARIABLE, number, 1) == 0 && setenv("TMPDIR", directory, 1) == 0;
}

/* Compiled and linked by clang at once, with the plugin looking on. SYS_NOT_RUN if the plugin has
 * seen something that may change, or anything has crashed: then nothing has been done. */
static int try_probe(void *data, const char *directory) {
    enum { INHERITED = 0 };
    quick *q = data;
    int said = memfd_create("lathe-said", MFD_CLOEXEC),
        told = memfd_create("lathe-told", INHERITED);
    struct stat info;
    int code = SYS_NOT_RUN;
    if (said > 0 && told > 0 && set_variables(told, directory))
        code = run_trial(q, said);
    if (code == SYS_NOT_RUN || code >= 128 || fstat(told, &info) != 0 || info.st_size)
        code = AGAIN;
    else if (!show(said))
        code = code ? code : 1;
    io_close(said);
    io_close(told);
    return code;
}

static int run_probe(quick *q) {
    int code = sys_run_in_directory(q->ctx, try_probe, q);
    return code == AGAIN || code > 128 ? SYS_NOT_RUN : code;
}

/* Returns only if lathe is to do it. */
static int run(quick *q) {
    const char *why = NULL;
    const cc_args *args = &q->args;
    if (args->mode == CC_PASS_ON)
        return cc_plain(q->ctx, args);
    bool plain = args->declined || args->wish == CC_NONE;
    if (args->ckpt || args->report || (plain && cc_tells_plain(args)))
        return SYS_NOT_RUN;
    if (plain || (args->mode == CC_LINK && !cc_args_need_link(args)))
        return cc_plain(q->ctx, args);
    bool carries = cc_carry_is_wanted(args);
    q->option = carries ? cc_carry_option(&q->mem, args, &why) : NULL;
    if (why || (carries && !q->option))
        return SYS_NOT_RUN;
    if (args->mode == CC_COMPILE)
        return cc_compile(q->ctx, &q->mem, args);
    return q->option && is_probe(args) ? run_probe(q) : SYS_NOT_RUN;
}

int main(int argc, char **argv) {
    quick q = {.ctx = ctx_new()};
    int code = SYS_NOT_RUN;
    if (!q.ctx || argc < 1)
        return ctx_exit_code(LATHE_NO_MEMORY);
    arena_init(&q.mem, q.ctx);
    if (parse(&q, argc, argv))
        code = run(&q);
    if (code == SYS_NOT_RUN)
        return become_lathe(&q, argv);
    if (code > 128)
        sys_end_like(code);
    cc_args_free(q.ctx, &q.args);
    arena_free(&q.mem);
    ctx_delete(q.ctx);
    return code;
}
