#include "cc/cc.h"

#include "base/str.h"
#include "cc/driver/driver_compile.h"
#include "cc/link/link.h"
#include "cc/link/report.h"
#include "cc/objects/cc_reasons.h"
#include "sys/sys_run.h"
#include "sys/where.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct driver {
    lathe_ctx *ctx;
    arena mem;
    cc_args args;
} driver;

static const char *find_clang(arena *mem) {
    const char *chosen = getenv("LATHE_CC_CLANG");
    if (chosen && *chosen)
        return chosen;
    return sys_can_run(mem, LATHE_CLANG) ? LATHE_CLANG : "clang-22";
}

/* clang++ is beside clang: the program does what its name says. */
static const char *find_clangxx(arena *mem, const char *clang) {
    const char *slash = strrchr(clang, '/'), *name = strstr(slash ? slash : clang, "clang");
    if (!name)
        return clang;
    size_t before = (size_t)(name - clang) + strlen("clang");
    const char *path = arena_printf(mem, "%.*s++%s", (int)before, clang, clang + before);
    return path && sys_can_run(mem, path) ? path : clang;
}

/* With checkpoints, a program finds lathe/ckpt.h, links the runtime and does not move. */
static bool parse_for_ckpt(driver *d, int argc, char *const *argv) {
    enum { MORE = 6 };
    if (d->args.mode == CC_LINK && d->args.pie) {
        ctx_fail(
            d->ctx, LATHE_USAGE,
            "a program with checkpoints cannot be position-independent: its memory is saved with "
            "the addresses in it, and must be where it was; leave out -pie");
        return false;
    }
    const char *include = sys_include_path(&d->mem);
    char **words = arena_array(&d->mem, (size_t)argc + MORE, char *);
    if (!words || d->args.mode == CC_PASS_ON)
        return words != NULL;
    memcpy(words, argv, (size_t)argc * sizeof *argv);
    if (include) {
        words[argc++] = "-idirafter";
        words[argc++] = (char *)include;
    }
    if (d->args.mode == CC_LINK) {
        words[argc++] = "-no-pie";
        words[argc++] = "-Wl,--build-id";
        words[argc++] = (char *)sys_runtime_path(d->ctx, &d->mem);
    }
    cc_args old = d->args;
    cc_args_free(d->ctx, &d->args);
    d->args = (cc_args){.services = old.services, .cxx = old.cxx, .clang = old.clang};
    return ctx_ok(d->ctx) && cc_args_parse(d->ctx, &d->mem, argc, words, &d->args);
}

/* A clang that has no ++ beside it is recognized by a word. */
static bool parse(driver *d, int argc, char *const *argv) {
    const char *clang = find_clang(&d->mem);
    d->args.clang = d->args.cxx ? find_clangxx(&d->mem, clang) : clang;
    bool told = d->args.cxx && d->args.clang == clang;
    char **words = arena_array(&d->mem, (size_t)argc + 1, char *);
    if (!words)
        return false;
    words[0] = "--driver-mode=g++";
    memcpy(words + told, argv, (size_t)argc * sizeof *argv);
    return cc_args_parse(d->ctx, &d->mem, argc + told, words, &d->args) &&
           (!d->args.ckpt || parse_for_ckpt(d, argc + told, words));
}

/* What is not there is best reported by the driver alone, before anything is done. */
static bool misses_file(const cc_args *args) {
    for (size_t i = 0; i < args->inputs.len; i++) {
        const char *path = args->words.at[args->inputs.at[i].word];
        if (args->inputs.at[i].kind == CC_OBJECT && access(path, F_OK) != 0)
            return true;
    }
    return false;
}

static int compile_and_link(driver *d) {
    cc_args linked = {0};
    int code = SYS_NOT_RUN;
    if (!cc_args_have(&d->args, CC_SOURCE) && !cc_args_have(&d->args, CC_OTHER))
        return cc_link(d->ctx, &d->args);
    switch (cc_compile_for_link(d->ctx, &d->mem, &d->args, &linked, &code)) {
    case CC_COMPILED:
        code = cc_link(d->ctx, &linked);
        break;
    case CC_FAILED:
        break;
    case CC_UNKNOWN:
        ctx_clear(d->ctx);
        code = cc_plain(d->ctx, &d->args);
    }
    cc_args_free(d->ctx, &linked);
    return code;
}

/* The process of a link, which may end in any way: see sys_run_in_directory. */
static int link_in(void *data, const char *directory) {
    driver *d = data;
    d->args.temp = directory;
    int code = compile_and_link(d);
    if (code != SYS_NOT_RUN)
        return code;
    ctx_diag(d->ctx, &(lathe_diag){.severity = LATHE_ERROR, .message = d->ctx->error});
    return ctx_exit_code(d->ctx->status);
}

/* clang as a child: its success is not all there is to say. */
static int run_clang(driver *d) {
    sys_words words = {0};
    vec_push(d->ctx, &words, d->args.clang);
    const sys_words *plain = cc_args_plain(&d->args);
    for (size_t i = 0; i < plain->len; i++)
        vec_push(d->ctx, &words, plain->at[i]);
    vec_push(d->ctx, &words, NULL);
    int code = ctx_ok(d->ctx) ? sys_run(d->ctx, &(sys_child){.words = words.at}) : SYS_NOT_RUN;
    vec_free(d->ctx, &words);
    return code ? code : ctx_exit_code(LATHE_IO);
}

/* clang alone. A link's report says why, whether or not it is worth a warning. */
static int run_plain(driver *d, const char *why) {
    const cc_args *args = &d->args;
    cc_link_report r = {
        .path = args->report, .output = args->output ? args->output : "a.out", .native = why};
    ctx_clear(d->ctx);
    if (args->mode == CC_LINK && args->report && !cc_report_write(d->ctx, &r))
        return run_clang(d);
    return cc_plain(d->ctx, args);
}

static int link_program(driver *d) {
    int code = sys_run_in_directory(d->ctx, link_in, d);
    const char *why = NULL;
    if (code == SYS_NOT_RUN)
        why = arena_strdup(&d->mem, d->ctx->error);
    else if (sys_is_crash(code) && cc_can_repeat(&d->args))
        why = CC_WHY_FAILED;
    if (!why)
        return code;
    cc_tell_plain(d->ctx, &d->args, why);
    return run_plain(d, why);
}

static int run(driver *d) {
    const cc_args *args = &d->args;
    if (args->mode == CC_PASS_ON)
        return cc_plain(d->ctx, args);
    if (args->declined) {
        cc_tell_plain(d->ctx, args, args->declined);
        return run_plain(d, args->declined);
    }
    if (args->wish == CC_NONE)
        return run_plain(d, "-flathe=none");
    if (args->mode == CC_COMPILE)
        return cc_compile(d->ctx, &d->mem, args);
    return !cc_args_need_link(args) || misses_file(args) ? cc_plain(d->ctx, args) : link_program(d);
}

int cc_main(lathe_ctx *ctx, int argc, char *const *argv, bool cxx) {
    driver d = {.ctx = ctx, .args = {.services = &cc_services_all, .cxx = cxx}};
    int code = SYS_NOT_RUN;
    arena_init(&d.mem, ctx);
    if (parse(&d, argc, argv))
        code = run(&d);
    cc_args_free(ctx, &d.args);
    arena_free(&d.mem);
    if (code > 128)
        sys_end_like(code);
    return code;
}
