/* lathe fuzz: random programs before and after a pass, for those who write passes.
 *
 * lathe's own fuzzers do it, which are Python scripts that are installed: nests of loops for what
 * changes loops, programs full of structs for what changes layouts, and both for what may change
 * anything. A transform of layouts is tried in programs whose fields are in another order, too.
 * What chooses checkpoints is tried on programs that are killed at random. */
#include "cli/cli_options.h"
#include "pass/pipeline.h"
#include "sys/sys_run.h"
#include "sys/where.h"
#include "sys/words.h"

#include <inttypes.h>
#include <sys/random.h>

enum { NESTS = 1000, PROGRAMS = 100, KILLS = 400 };

static const cli_option options[] = {
    CLI_VALUE_ROW("clang", 0, CLI_TEXT, clang, "PROGRAM", "Compile with PROGRAM, not clang 22"),
    CLI_VALUE_ROW("count", 0, CLI_NUMBER, count, "N",
                  "How many loop nests, programs with structs or kills of programs to try; by "
                  "default 1000, 100 and 400"),
    CLI_LOAD,
    CLI_VALUE_ROW("output", 'o', CLI_TEXT, output, "FOLDER",
                  "Where programs go that behave differently; by default lathe-fuzz"),
    CLI_VALUE_ROW("pass", 'p', CLI_TEXTS, fuzzed, "PASS",
                  "The pass to try, such as 'a<key=value>'; several times for several, each tried "
                  "alone"),
    CLI_VALUE_ROW("seed", 0, CLI_NUMBER, seed, "N",
                  "Of the first program; the same one makes the same programs. By default another "
                  "one each time"),
    {0},
};

static lathe_status check_fuzz(lathe_ctx *ctx, const cli_request *r) {
    if (!r->fuzzed.count)
        return ctx_fail(ctx, LATHE_USAGE, "no pass given: give --pass=PASS; see lathe passes");
    return LATHE_OK;
}

typedef struct fuzzing {
    cli_run *run;
    arena mem;
    uint64_t seed;
    sys_words words;
    const char *lathe;
    bool found; /* a program that behaves differently, or a pass that never did anything */
} fuzzing;

static void add(fuzzing *f, const char *word) {
    vec_push(f->run->ctx, &f->words, word);
}

__attribute__((format(printf, 2, 3))) static void add_text(fuzzing *f, const char *format, ...) {
    va_list args;
    str text;
    str_init(&text, f->run->ctx);
    va_start(args, format);
    str_vprintf(&text, format, args);
    va_end(args);
    add(f, str_keep(&text, &f->mem));
}

static const char *folder_of(const cli_request *r) {
    return r->output ? r->output : "lathe-fuzz";
}

/* What both fuzzers take. A pass that is made for such programs must change some of them. */
static void begin(fuzzing *f, const char *script, uint64_t count, bool must_work) {
    const cli_request *r = f->run->request;
    const char *path = sys_share_path(f->run->ctx, &f->mem, script);
    vec_clear(&f->words);
    add(f, "python3");
    add(f, path);
    add_text(f, "--lathe=%s", f->lathe);
    add_text(f, "--clang=%s", r->clang ? r->clang : LATHE_CLANG);
    add_text(f, "--count=%" PRIu64, r->count == CLI_DEFAULT ? count : r->count);
    add_text(f, "--seed=%" PRIu64, f->seed);
    add_text(f, "--keep=%s", folder_of(r));
    if (must_work)
        add(f, "--must-work");
    for (size_t i = 0; i < r->load.count; i++)
        add_text(f, "--load=%s", r->load.at[i]);
}

static void run_script(fuzzing *f) {
    lathe_ctx *ctx = f->run->ctx;
    int code = SYS_NOT_RUN;
    add(f, NULL);
    if (ctx_ok(ctx))
        code = sys_run(ctx, &(sys_child){.words = f->words.at});
    f->found |= code == 1;
    if (ctx_ok(ctx) && code > 1)
        ctx_fail(ctx, LATHE_IO, "%s has failed", f->words.at[1]);
}

static void try_nests(fuzzing *f, const char *pass, bool must_work) {
    begin(f, "fuzz/run_transforms.py", NESTS, must_work);
    add_text(f, "--passes=%s", pass);
    run_script(f);
}

static void try_structs(fuzzing *f, const char *pass, bool layouts) {
    begin(f, "fuzz/run_structs.py", PROGRAMS, layouts);
    add_text(f, "--passes=%s", pass);
    if (layouts) {
        unsigned seed = (unsigned)(f->seed % 1000);
        add_text(f, "--passes=dtrans-shuffle<seed=%u>,%s", seed, pass);
        add_text(f, "--passes=%s,dtrans-shuffle<seed=%u>", pass, seed);
    }
    run_script(f);
}

/* Without calls of checkpoint() of their own, so that a pass that chooses nothing fails. */
static void try_kills(fuzzing *f, const char *pass) {
    const cli_request *r = f->run->request;
    vec_clear(&f->words);
    add(f, "python3");
    add(f, sys_share_path(f->run->ctx, &f->mem, "torture/torture.py"));
    add_text(f, "--lathe=%s", f->lathe);
    add_text(f, "--clang=%s", r->clang ? r->clang : LATHE_CLANG);
    add_text(f, "--kills=%" PRIu64, r->count == CLI_DEFAULT ? KILLS : r->count);
    add_text(f, "--seed=%" PRIu64, f->seed);
    add_text(f, "--keep=%s", folder_of(r));
    add(f, "--every=0.01"); /* the programs run for seconds, and a save waits for the disk */
    add(f, "--plain");
    add(f, "--flag=-DNO_DIRECTIVES");
    add_text(f, "--ckpt=--policy=%s", pass);
    for (size_t i = 0; i < r->load.count; i++)
        add_text(f, "--ckpt=--load=%s", r->load.at[i]);
    add(f, sys_share_path(f->run->ctx, &f->mem, "torture"));
    run_script(f);
}

static void try_pass(fuzzing *f, const char *text) {
    lathe_ctx *ctx = f->run->ctx;
    const ir_pass *pass = pass_check(ctx, text);
    if (!pass && ctx_ok(ctx))
        ctx_fail(ctx, LATHE_USAGE,
                 "'%s' is neither a pass of lathe's nor of a file of --load; see lathe passes",
                 text);
    if (ctx_ok(ctx) && pass->scope == IR_CHECKPOINTS)
        try_kills(f, text);
    if (ctx_ok(ctx) && (pass->scope == IR_MODULE || pass->scope == IR_LOOPS))
        try_nests(f, text, pass->scope == IR_LOOPS);
    if (ctx_ok(ctx) && (pass->scope == IR_MODULE || pass->scope == IR_LAYOUTS))
        try_structs(f, text, pass->scope == IR_LAYOUTS);
}

/* Small enough to be typed again. */
static uint64_t new_seed(void) {
    uint32_t seed = 1;
    (void)!getrandom(&seed, sizeof seed, 0);
    return seed;
}

static lathe_status run_fuzz(cli_run *run) {
    const cli_request *r = run->request;
    fuzzing f = {.run = run, .seed = r->seed == CLI_DEFAULT ? new_seed() : r->seed};
    arena_init(&f.mem, run->ctx);
    f.lathe = sys_own_path(&f.mem);
    for (size_t i = 0; i < r->fuzzed.count && ctx_ok(run->ctx); i++)
        try_pass(&f, r->fuzzed.at[i]);
    vec_free(run->ctx, &f.words);
    arena_free(&f.mem);
    if (f.found && ctx_ok(run->ctx))
        ctx_fail(run->ctx, LATHE_GATE_FAILED,
                 "a program behaves differently, or a pass never did anything; see %s",
                 folder_of(r));
    return run->ctx->status;
}

const cli_command cli_fuzz = {
    .name = "fuzz",
    .summary = "Try a pass on random programs",
    .description =
        "Runs a pass, one of lathe's or of a shared object, on random programs, and compares what "
        "they do before and after it: nests of loops for a pass that changes loops; programs full "
        "of structs, also with their fields in another order, for one that changes layouts; both "
        "for one that may change anything; programs that are killed for one that chooses "
        "checkpoints. Needs python3 and clang 22.",
    .options = options,
    .check = check_fuzz,
    .run = run_fuzz,
};
