#include "cc/link/reshape.h"

#include "base/io.h"
#include "cc/link/findings.h"
#include "cc/link/merge.h"
#include "cc/objects/cc_reasons.h"
#include "cc/objects/setting.h"
#include "dtrans/analysis/type_settings.h"
#include "ir/llvmpasses.h"
#include "lathe/dtrans.h"
#include "pass/pipeline.h"
#include "sys/bisect_env.h"

#include <llvm-c/BitWriter.h>

#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* What the worker reports to its parent. */
typedef struct page {
    bool finished, unchanged;
    char why[CTX_ERROR_SIZE]; /* "" if all went well */
    char warnings[1 << 13];   /* a line each */
    unsigned char native[];   /* cc_native by member */
} page;

typedef struct worker {
    const cc_reshape_job *job;
    lathe_ctx *ctx;
    page *page;
    cc_outside outside;
    cc_findings findings;
    sys_bisect bisect;
    int err; /* the user's standard error: that of the worker catches LLVM's noise */
} worker;

static void on_diag(void *data, const lathe_diag *diag) {
    page *p = data;
    size_t used = strlen(p->warnings);
    char place[PATH_MAX + 16] = "";
    if (diag->file)
        snprintf(place, sizeof place, "%s:%u: ", diag->file, diag->line);
    if (diag->severity >= LATHE_WARNING && diag->message)
        snprintf(p->warnings + used, sizeof p->warnings - used, "%s%s\n", place, diag->message);
}

/* A way for tests to see what an accident does. */
static void test_crash(void) {
    const char *wanted = getenv("LATHE_TEST_CRASH");
    if (wanted && strcmp(wanted, "link") == 0)
        raise(SIGSEGV);
    while (wanted && strcmp(wanted, "hang-link") == 0)
        sched_yield();
}

static void limit(const worker *w) {
    cc_budget_begin(&w->job->budget, w->ctx);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGXFSZ, SIG_IGN);
}

static void choose(worker *w, lathe_module *m) {
    const cc_args *args = w->job->args;
    lathe_dtrans_set(
        m, &LATHE_WITH(lathe_dtrans_settings,
                       .skip = dtrans_names_parse(&w->findings.mem, args->skip, "-flathe-skip"),
                       .allocators =
                           dtrans_names_parse(&w->findings.mem, args->alloc, "-flathe-alloc")));
    m->settings.linked = cc_outside_calls_main(&w->outside) ? IR_LINKED_MAIN_USED : IR_LINKED;
    if (args->ckpt)
        m->settings.no_pools = "checkpoints do not save pools";
}

/* A function that goes by the name of one of the C library's may do something else than that. */
static void transform(worker *w, lathe_module *m) {
    const cc_args *args = w->job->args;
    const char *row =
        args->wish == CC_PASSES
            ? args->passes
            : pass_row(&w->findings.mem, w->job->in->level >= PASS_DEFAULT_LEVEL, !args->ckpt);
    str ignored;
    str_init(&ignored, w->ctx);
    choose(w, m);
    cc_findings_begin(&w->findings, m);
    if (w->outside.library)
        cc_findings_library(&w->findings, w->outside.library);
    else if (row)
        pass_run_pipeline(m, row, &ignored, &w->findings.changes);
    cc_findings_end(&w->findings);
    str_free(&ignored);
}

static bool has_option(const cc_inputs *in, const char *option) {
    for (size_t i = 0; i < in->records.len; i++) {
        const cc_record *r = &in->records.at[i];
        if (cc_settings_have(r->options, r->options_size, option))
            return true;
    }
    return false;
}

static bool has_one_of(const cc_inputs *in, const char *option, const char *other) {
    return has_option(in, option) || has_option(in, other);
}

/* What runs before lto only simplifies, as before a ThinLTO link: loops are unrolled and vectorized
 * in lto alone. With functions of all units in sight, the inliner at its usual threshold would make
 * it twice as slow as in all the units one by one. What it and the higher levels leave is done in
 * lto: the code that comes out is as good. */
enum { EARLY_INLINING = 25, EARLY_LEVEL = 1 };

static ir_llvm_run early_run(void) {
    return (ir_llvm_run){.tuning = IR_LLVM_CHOSEN, .inlining = EARLY_INLINING};
}

/* As clang has it for that level and these options, which bitcode does not carry. */
static ir_llvm_run late_run(const cc_inputs *in) {
    bool fast = in->level > 1;
    return (ir_llvm_run){
        .tuning = IR_LLVM_CHOSEN,
        .loop_vectors = fast && !has_one_of(in, "-fno-vectorize", "-fno-tree-vectorize"),
        .straight_vectors =
            fast && !has_one_of(in, "-fno-slp-vectorize", "-fno-tree-slp-vectorize"),
        .unrolling = fast && !has_option(in, "-fno-unroll-loops")};
}

/* The worker's own limit of processor time bounds it. */
static void run_llvm(lathe_module *m, const char *passes, ir_llvm_run run) {
    run.passes = passes;
    run.for_target = run.uncounted = true;
    if (ctx_ok(m->ctx))
        ir_run_llvm(m, &run);
}

static void optimise(worker *w, lathe_module *m, bool simplified) {
    char pipeline[32];
    int level = w->job->in->level;
    snprintf(pipeline, sizeof pipeline, "thinlto-pre-link<O%d>",
             level < EARLY_LEVEL ? level : EARLY_LEVEL);
    if (!simplified)
        run_llvm(m, pipeline, early_run());
    snprintf(pipeline, sizeof pipeline, "lto<O%d>", level);
    run_llvm(m, pipeline, late_run(w->job->in));
    if (ctx_ok(w->ctx))
        ir_verify(m, pipeline);
}

static const char *output_name(const worker *w) {
    return w->job->args->output ? w->job->args->output : "a.out";
}

static LLVMModuleRef link_units(worker *w, LLVMContextRef llvm) {
    cc_inputs *in = w->job->in;
    cc_units units = {0};
    cc_units_read(&units, llvm, in, &w->outside);
    for (size_t i = 0; i < in->members.len; i++)
        w->page->native[i] = (unsigned char)in->members.at[i].native;
    cc_outside_add_native(&w->outside, in);
    if (!in->merged)
        ctx_fail(w->ctx, LATHE_GAVE_UP, CC_WHY_NO_BITCODE);
    LLVMModuleRef whole = cc_merge(llvm, output_name(w), &units, &w->outside);
    vec_free(w->ctx, &units);
    if (whole)
        cc_internalize(w->ctx, whole, &w->outside, &w->findings.mem, &w->findings.kept);
    return whole;
}

/* If no type changes, what clang has simplified need not be simplified again. NULL if that was not
 * kept. */
static lathe_module *link_simplified(worker *w) {
    cc_units units = {0};
    cc_kept_symbols kept = {0};
    LLVMContextRef llvm = LLVMContextCreate();
    bool ok = cc_units_read_simplified(&units, llvm, w->job->in);
    LLVMModuleRef whole = ok ? cc_merge(llvm, output_name(w), &units, &w->outside) : NULL;
    vec_free(w->ctx, &units);
    if (!whole)
        return NULL;
    cc_internalize(w->ctx, whole, &w->outside, &w->findings.mem, &kept);
    vec_free(w->ctx, &kept);
    lathe_module *m = ir_module_wrap(w->ctx, whole);
    if (m)
        m->owned = true;
    return m;
}

static void write_bitcode(worker *w, lathe_module *m) {
    if (LLVMWriteBitcodeToFile(m->llvm, w->job->bitcode) != 0)
        ctx_fail(w->ctx, LATHE_IO, "%s: cannot be written", w->job->bitcode);
}

static void inject(worker *w, lathe_module *m, const char *how, const char *then) {
    const cc_args *args = w->job->args;
    str passes, ignored;
    str_init(&passes, w->ctx);
    str_init(&ignored, w->ctx);
    str_printf(&passes, "ckpt-inject<%s%s;level=%d>%s", how, args->ckpt_auto ? ";auto" : "",
               args->level, then);
    if (ctx_ok(w->ctx) && args->ckpt)
        pass_run_pipeline(m, str_text(&passes), &ignored, NULL);
    str_free(&passes);
    str_free(&ignored);
}

/* Compiling some unit changes its loop nests, so that the whole program is to have that, too. */
static bool wants_loops(const worker *w) {
    bool any = false;
    for (size_t i = 0; i < w->job->in->records.len; i++)
        any |= w->job->in->records.at[i].loops;
    return any && w->job->args->loops != CC_LOOPS_OFF;
}

/* What clang has simplified has had its loops changed already. */
static void change_loops(worker *w, lathe_module *m) {
    str ignored;
    str_init(&ignored, w->ctx);
    cc_findings_resume(&w->findings);
    if (ctx_ok(w->ctx) && wants_loops(w))
        pass_run_pipeline(m, PASS_LOOPS, &ignored, &w->findings.changes);
    cc_findings_end(&w->findings);
    str_free(&ignored);
}

/* Functions that save through a parameter do so before optimisers find that nobody uses it. */
static void finish(worker *w, lathe_module *m) {
    bool changed = w->job->args->ckpt || w->findings.changes.all.len;
    lathe_module *simplified = changed ? NULL : link_simplified(w);
    inject(w, m, "mem-only", ",ckpt-mark");
    if (!simplified)
        change_loops(w, m);
    if (ctx_ok(w->ctx))
        optimise(w, simplified ? simplified : m, simplified != NULL);
    inject(w, m, "strict", "");
    if (ctx_ok(w->ctx))
        write_bitcode(w, simplified ? simplified : m);
}

/* Then clang's own link is what the user gets: what it has optimised and generated code for need
 * not be optimised again, and nothing is slower than without lathe. */
static bool may_stay(const worker *w) {
    return !w->job->args->lto && !w->job->args->ckpt;
}

static bool is_unchanged(const worker *w) {
    return may_stay(w) && !w->findings.changes.all.len;
}

/* Memory is left to the end of the process. */
static int work(void *data) {
    worker *w = data;
    limit(w);
    test_crash();
    lathe_ctx_set_diag(w->ctx, on_diag, w->page);
    cc_findings_init(&w->findings, w->ctx, w->job->findings, w->job->args->report);
    sys_bisect_begin(&w->bisect, w->ctx, output_name(w), w->err);
    cc_outside_init(&w->outside, w->job->in, w->job->command, w->job->output);
    LLVMModuleRef whole = link_units(w, LLVMContextCreate());
    lathe_module *m = whole ? ir_module_wrap(w->ctx, whole) : NULL;
    if (m) {
        m->owned = true;
        m->expendable = may_stay(w);
        m->unverified = false; /* LLVM read and linked it; what passes change is verified */
        run_llvm(m, "globaldce", (ir_llvm_run){0});
        if (ctx_ok(w->ctx))
            transform(w, m);
        w->page->unchanged = is_unchanged(w);
        if (ctx_ok(w->ctx) && !w->page->unchanged)
            finish(w, m);
    }
    if (ctx_ok(w->ctx))
        cc_findings_write(&w->findings);
    snprintf(w->page->why, sizeof w->page->why, "%s", w->ctx->error);
    w->page->finished = true;
    return 0;
}

static void take_over(const cc_reshape_job *job, page *p) {
    job->in->merged = 0;
    for (size_t i = 0; i < job->in->members.len; i++) {
        job->in->members.at[i].native = (cc_native)p->native[i];
        job->in->merged += job->in->members.at[i].native == CC_MERGED;
    }
    char *rest = p->warnings, *line;
    while ((line = strsep(&rest, "\n")))
        if (*line)
            ctx_diag(job->ctx, &(lathe_diag){.severity = LATHE_WARNING, .message = line});
}

static const char *explain(const cc_reshape_job *job, const page *p, int code) {
    char text[CTX_ERROR_SIZE];
    if (p->finished)
        return arena_strdup(&job->in->mem, p->why);
    if (cc_budget_is_used_up(code)) {
        snprintf(text, sizeof text, CC_WHY_BUDGET, job->budget.seconds);
        return arena_strdup(&job->in->mem, text);
    }
    if (code == 128 + SIGKILL)
        return CC_WHY_MEMORY;
    snprintf(text, sizeof text, CC_WHY_OPTIMISING,
             code > 128 ? strsignal(code - 128) : "an error of LLVM's");
    return arena_strdup(&job->in->mem, text);
}

bool cc_reshape(sys_jobs *jobs, cc_reshape_job *job, const char **why) {
    size_t size = sizeof(page) + job->in->members.len;
    page *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *why = "out of memory";
    if (p == MAP_FAILED)
        return false;
    for (size_t i = 0; i < job->in->members.len; i++)
        p->native[i] = (unsigned char)job->in->members.at[i].native;
    worker w = {.job = job, .ctx = job->ctx, .page = p, .err = dup(STDERR_FILENO)};
    int noise = memfd_create("lathe-noise", MFD_CLOEXEC);
    int code = sys_run_function(job->ctx, jobs, work, &w, noise > 0 ? noise : 0);
    io_close(noise);
    io_close(w.err);
    take_over(job, p);
    bool ok = code == 0 && p->finished && !*p->why;
    *why = ok ? NULL : explain(job, p, code);
    job->unchanged = ok && p->unchanged;
    munmap(p, size);
    return ok;
}
