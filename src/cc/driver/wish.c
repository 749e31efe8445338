#include "cc/driver/wish.h"

#include "base/nearest.h"
#include "base/str.h"
#include "sys/bisect_env.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const own[] = {
    "-flathe=",        "-flathe-report=",       "-flathe-skip=", "-flathe-lto=",
    "-flathe-budget=", "-flathe-bisect-limit=", "-flathe-load=", "-flathe-alloc="};
static const char ckpt[] = "-flathe-ckpt", ckpt_auto[] = "-flathe-ckpt-auto",
                  loops[] = "-flathe-loops", no_loops[] = "-fno-lathe-loops";
enum { OWN = sizeof own / sizeof *own };

bool cc_wish_is_word(const char *word) {
    return strncmp(word, "-flathe", 7) == 0 || strncmp(word, "-fno-lathe", 10) == 0;
}

static bool fail_unknown(lathe_ctx *ctx, const char *word) {
    size_t length = strcspn(word, "=");
    nearest n = nearest_init(word, length + (word[length] == '='));
    for (size_t i = 0; i < OWN; i++)
        nearest_consider(&n, own[i]);
    nearest_consider(&n, ckpt);
    nearest_consider(&n, ckpt_auto);
    nearest_consider(&n, loops);
    nearest_consider(&n, no_loops);
    if (strncmp(word, "-fno", 4) == 0 && !n.found)
        n.found = "-flathe=none";
    ctx_fail(ctx, LATHE_USAGE, "unknown option '%s'" NEAREST_HINT "; see lathe cc --help", word,
             NEAREST_WORDS(n));
    return false;
}

static bool is_number(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!isdigit((unsigned char)text[i]))
            return false;
    return length > 0 && length < 20;
}

/* What the words mean depends on what is loaded, which may be said later. */
static bool take_wish(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)ctx;
    (void)mem;
    args->wish = strcmp(value, "none") == 0 ? CC_NONE : CC_PASSES;
    args->wished = value;
    return true;
}

static bool take_load(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)mem;
    args->unsettled |= !args->services;
    args->loaded = args->services && args->services->load(ctx, value);
    return args->loaded || !args->services;
}

void cc_wish_settle(lathe_ctx *ctx, arena *mem, cc_args *args) {
    str passes;
    if (!ctx_ok(ctx) || args->wish != CC_PASSES)
        return;
    args->unsettled |= !args->services;
    if (!args->services)
        return;
    str_init(&passes, ctx);
    args->services->add_chosen(&passes, "-flathe=", args->wished);
    args->passes = str_keep(&passes, mem);
}

static bool take_skip(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)ctx;
    args->skip =
        arena_printf(mem, "%s%s%s", args->skip ? args->skip : "", args->skip ? "," : "", value);
    return args->skip;
}

static bool take_alloc(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    args->unsettled |= !args->services;
    if (args->services && !args->services->is_allocator(value))
        ctx_fail(ctx, LATHE_USAGE,
                 "-flathe-alloc=%s: it takes a function and the numbers of its arguments, from 0, "
                 "that say how much it allocates: NAME:SIZE or NAME:SIZE:COUNT",
                 value);
    args->alloc =
        arena_printf(mem, "%s%s%s", args->alloc ? args->alloc : "", args->alloc ? "," : "", value);
    return ctx_ok(ctx) && args->alloc;
}

static bool take_report(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)ctx;
    (void)mem;
    args->report = value;
    return true;
}

static bool take_lto(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)mem;
    args->lto = strcmp(value, "full") == 0;
    if (!args->lto && strcmp(value, "none") != 0)
        ctx_fail(ctx, LATHE_USAGE, "'%s' is not a value for -flathe-lto=; it takes full or none",
                 value);
    return ctx_ok(ctx);
}

static bool take_budget(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)mem;
    uint64_t seconds = is_number(value, strlen(value)) ? strtoull(value, NULL, 10) : UINT64_MAX;
    if (seconds >= CC_NO_BUDGET)
        ctx_fail(ctx, LATHE_USAGE, "-flathe-budget= takes a number of seconds, not '%s'", value);
    args->budget = (unsigned)seconds;
    return ctx_ok(ctx);
}

/* For this process, and the compilers that it starts. */
static bool take_bisect(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args) {
    (void)mem;
    (void)args;
    if (sys_bisect_set(value))
        return true;
    ctx_fail(ctx, LATHE_USAGE, "-flathe-bisect-limit=%s: it takes a number, or -1 for no limit",
             value);
    return false;
}

typedef bool take_fn(lathe_ctx *ctx, arena *mem, const char *value, cc_args *args);
static take_fn *const takes[OWN] = {take_wish,   take_report, take_skip, take_lto,
                                    take_budget, take_bisect, take_load, take_alloc};

bool cc_wish_take(lathe_ctx *ctx, arena *mem, const char *word, cc_args *args) {
    int which = 0;
    if (strcmp(word, ckpt) == 0)
        return args->ckpt = true;
    if (strcmp(word, ckpt_auto) == 0)
        return args->ckpt = args->ckpt_auto = true;
    if (strcmp(word, loops) == 0)
        return args->loops = CC_LOOPS_ON;
    if (strcmp(word, no_loops) == 0)
        return args->loops = CC_LOOPS_OFF;
    while (which < OWN && strncmp(word, own[which], strlen(own[which])) != 0)
        which++;
    if (which == OWN)
        return fail_unknown(ctx, word);
    const char *value = word + strlen(own[which]);
    if (!*value) {
        ctx_fail(ctx, LATHE_USAGE, "a value is missing after '%s'; see lathe cc --help", word);
        return false;
    }
    return takes[which](ctx, mem, value, args);
}
