#include "flow_text.h"

#include "base/str.h"
#include "ir/analyses.h"
#include "ir/runs.h"

#include <math.h>

typedef struct built {
    flow_text t;
    ir_cfg cfg;
    ir_dom dom;
    ir_loops l;
    ir_branch branch;
    ir_freq freq;
} built;

static void build_from(built *b, const char *text) {
    b->t = flow_text_parse(text);
    assert_true(ir_cfg_build(&b->cfg, &b->t.arena, b->t.fn));
    assert_true(ir_dom_build(&b->dom, &b->t.arena, &b->cfg));
    assert_true(ir_loops_build(&b->l, &b->t.arena, &b->dom));
    assert_true(ir_branch_build(&b->branch, &b->t.arena, &b->l));
    assert_true(ir_freq_build(&b->freq, &b->t.arena, &b->l));
}

static void test_profile(void **state) {
    (void)state;
    built b;
    build_from(&b, "define void @f(i32 %x) !prof !0 {\n"
                   "entry: switch i32 %x, label %a [i32 1, label %d i32 2, label %a], !prof !1\n"
                   "a: br label %d\nd: ret void\n}\n"
                   "!0 = !{!\"function_entry_count\", i64 5000000000, i64 7}\n"
                   "!1 = !{!\"branch_weights\", i32 1, i32 6, i32 3}\n");
    uint64_t count = 0;
    assert_true(ir_entry_count(b.t.fn, &count));
    assert_int_equal(count, 5000000000);
    assert_int_equal(b.freq.profiled, 1);
    assert_true(fabs(b.freq.block[1] - 0.4) < 1e-9);
    assert_true(fabs(b.freq.block[2] - 1) < 1e-9);
    flow_text_free(&b.t);
}

static void test_no_profile(void **state) {
    (void)state;
    built b;
    build_from(&b, "define void @f() !prof !0 {\n  ret void\n}\n"
                   "!0 = !{!\"VP\", i32 0, i64 1, i64 2, i64 3}\n");
    uint64_t count;
    assert_false(ir_entry_count(b.t.fn, &count));
    assert_true(b.freq.block[0] == 1);
    flow_text_free(&b.t);
}

/* The first side's probability for a comparison, which says whether the guess has the right
 * direction. */
static double first_side(const char *compare) {
    lathe_ctx *ctx = lathe_ctx_new();
    str text;
    str_init(&text, ctx);
    str_printf(&text,
               "define void @f(i32 %%i, ptr %%p, double %%d) {\n  %%c = %s\n"
               "  br i1 %%c, label %%a, label %%b\na: br label %%b\nb: ret void\n}\n",
               compare);
    built b;
    build_from(&b, str_text(&text));
    double probability = b.branch.probability[0];
    flow_text_free(&b.t);
    str_free(&text);
    lathe_ctx_free(ctx);
    return probability;
}

static void test_comparisons(void **state) {
    (void)state;
    static const struct {
        const char *compare;
        int side; /* 1 likely true, -1 likely false, 0 unknown */
    } cases[] = {
        {"icmp eq ptr %p, null", -1},   {"icmp ne ptr %p, null", 1},
        {"icmp eq ptr %p, %p", -1},     {"icmp ult ptr %p, %p", 0},
        {"icmp eq i32 %i, 0", -1},      {"icmp ne i32 %i, 0", 1},
        {"icmp eq i32 %i, 7", 0},       {"icmp slt i32 %i, 0", -1},
        {"icmp sgt i32 %i, 0", 1},      {"icmp sgt i32 %i, 9", 0},
        {"icmp ugt i32 %i, 0", 0},      {"fcmp oeq double %d, 0.0", -1},
        {"fcmp une double %d, 0.0", 1}, {"fcmp uno double %d, %d", -1},
        {"fcmp olt double %d, 0.0", 0}, {"trunc i32 %i to i1", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double p = first_side(cases[i].compare);
        assert_int_equal((p > 0.5 + 1e-9) - (p < 0.5 - 1e-9), cases[i].side);
    }
}

/* Evidence adds up: a null pointer on the way to abort is less likely than either alone. */
static void test_evidence(void **state) {
    (void)state;
    built b;
    build_from(&b, "declare void @cold() cold\n"
                   "define void @f(ptr %p, i1 %c) {\n"
                   "entry: %n = icmp eq ptr %p, null\n"
                   "  br i1 %n, label %bad, label %next\n"
                   "bad: call void @cold()\n  br label %next\n"
                   "next: br i1 %c, label %bad2, label %end\n"
                   "bad2: call void @cold()\n  br label %end\n"
                   "end: ret void\n}\n");
    enum { BAD = 1, BAD2 = 3 };
    assert_true(b.freq.block[BAD] > 0);
    assert_true(b.freq.block[BAD] < b.freq.block[BAD2]);
    assert_true(b.freq.block[BAD2] < 0.05);
    flow_text_free(&b.t);
}

static uint32_t random_below(uint32_t *seed, uint32_t bound) {
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 16) % bound;
}

/* Every block has a way out, so that no loop is endless. */
static char *random_graph(lathe_ctx *ctx, uint32_t *seed) {
    str text;
    str_init(&text, ctx);
    uint32_t size = 3 + random_below(seed, 20);
    str_add(&text, "define void @f(i32 %x) {\nb0: br label %b1\n");
    for (uint32_t b = 1; b < size; b++)
        str_printf(&text,
                   "b%u: switch i32 %%x, label %%end [i32 1, label %%b%u i32 2, label %%b%u]\n", b,
                   1 + random_below(seed, size - 1), 1 + random_below(seed, size - 1));
    str_add(&text, "end: ret void\n}\n");
    char *copy = str_give(&text);
    str_free(&text);
    return copy;
}

/* What flows into a block is what it runs, loops and irreducible regions included. */
static void test_conservation(void **state) {
    (void)state;
    uint32_t seed = 3, loops = 0, regions = 0;
    lathe_ctx *ctx = lathe_ctx_new();
    for (unsigned round = 0; round < 200; round++) {
        char *text = random_graph(ctx, &seed);
        built b;
        build_from(&b, text);
        free(text);
        double flow[64] = {1};
        for (uint32_t i = 0; i < b.cfg.count; i++)
            for (uint32_t e = b.cfg.succ_start[i]; e < b.cfg.succ_start[i + 1]; e++)
                flow[b.cfg.succs[e]] += b.freq.block[i] * b.branch.probability[e];
        for (uint32_t i = 0; i < b.cfg.count; i++) {
            double want = ir_cfg_reachable(&b.cfg, i) ? flow[i] : 0;
            assert_true(fabs(b.freq.block[i] - want) <= 1e-3 * (1 + want));
        }
        assert_true(fabs(b.freq.block[b.cfg.count - 1] - 1) < 1e-3);
        loops += b.l.count;
        regions += b.l.region_count;
        flow_text_free(&b.t);
    }
    assert_true(loops > 50 && regions > 20);
    lathe_ctx_free(ctx);
}

/* 200 endless loops in each other: a large number, but a number. */
static void test_finite(void **state) {
    (void)state;
    enum { DEPTH = 200 };
    lathe_ctx *ctx = lathe_ctx_new();
    str text;
    str_init(&text, ctx);
    str_add(&text, "define void @f(i1 %c) {\nentry: br label %b0\n");
    for (unsigned i = 0; i < DEPTH; i++)
        str_printf(&text, "b%u: br label %%b%u\n", i, i + 1);
    str_printf(&text, "b%u: br label %%l%u\n", DEPTH, DEPTH);
    for (unsigned i = DEPTH; i > 0; i--)
        str_printf(&text, "l%u: br i1 %%c, label %%b%u, label %%l%u\n", i, i, i - 1);
    str_add(&text, "l0: br label %b0\n}\n");
    built b;
    build_from(&b, str_text(&text));
    assert_int_equal(b.l.count, DEPTH + 1);
    for (uint32_t i = 0; i < b.cfg.count; i++)
        assert_true(isfinite(b.freq.block[i]) && b.freq.block[i] >= 1);
    assert_true(b.freq.block[DEPTH + 1] > 1e15);
    flow_text_free(&b.t);
    str_free(&text);
    lathe_ctx_free(ctx);
}

static const char program[] =
    "@table = global ptr @taken\n"
    "declare void @out(ptr)\n"
    "define i32 @main(i1 %c) {\n"
    "entry: br label %loop\n"
    "loop: call void @hot()\n  br i1 %c, label %loop, label %end\n"
    "end: call void @once()\n  call void @rec1()\n  call void @counted()\n  ret i32 0\n}\n"
    "define internal void @hot() {\n  call void @leaf()\n  call void @leaf()\n  ret void\n}\n"
    "define internal void @leaf() {\n  ret void\n}\n"
    "define internal void @once() {\n  ret void\n}\n"
    "define internal void @rec1() {\n  call void @rec2()\n  ret void\n}\n"
    "define internal void @rec2() {\n  call void @rec1()\n  ret void\n}\n"
    "define internal void @self() {\n  call void @self()\n  ret void\n}\n"
    "define internal void @taken() {\n  ret void\n}\n"
    "define void @nobody() {\n  call void @out(ptr @passed)\n  ret void\n}\n"
    "define internal void @passed() {\n  ret void\n}\n"
    "define internal void @counted() !prof !0 {\n  call void @below()\n  ret void\n}\n"
    "define internal void @below() {\n  ret void\n}\n"
    "!0 = !{!\"function_entry_count\", i64 77}\n";

static void test_runs(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double runs;
    } want[] = {{"main", 1},     {"hot", 32},   {"leaf", 64}, {"once", 1},   {"rec1", 8},
                {"rec2", 8},     {"self", 0},   {"taken", 1}, {"nobody", 1}, {"passed", 1},
                {"counted", 77}, {"below", 77}, {"out", 0}};
    flow_text t = flow_text_parse(program);
    lathe_module *m = lathe_module_wrap(t.ctx, t.llvm);
    ir_runs r;
    assert_true(ir_runs_build(&r, &t.arena, m));
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(t.llvm, want[i].name);
        assert_true(fabs(ir_runs_of(&r, fn) - want[i].runs) < 1e-9);
    }
    lathe_module_free(m);
    flow_text_free(&t);
}

static bool build_runs(arena *a, LLVMValueRef fn) {
    lathe_module m = {.ctx = a->ctx, .llvm = LLVMGetGlobalParent(fn)};
    ir_runs r;
    bool done = ir_runs_build(&r, a, &m);
    ir_analyses_forget(&m, NULL);
    return done;
}

static void test_runs_failures(void **state) {
    (void)state;
    flow_text t = flow_text_parse(program);
    flow_expect_graceful(&t, build_runs);
    flow_text_free(&t);
}

static bool build(arena *a, LLVMValueRef fn) {
    ir_cfg cfg;
    ir_dom dom;
    ir_loops l;
    ir_freq freq;
    return ir_cfg_build(&cfg, a, fn) && ir_dom_build(&dom, a, &cfg) &&
           ir_loops_build(&l, a, &dom) && ir_freq_build(&freq, a, &l);
}

static void test_failures(void **state) {
    (void)state;
    flow_text t = flow_text_parse("define void @f(i1 %c) {\n"
                                  "entry: br i1 %c, label %a, label %b\n"
                                  "a: br i1 %c, label %a, label %b\n"
                                  "b: br i1 %c, label %a, label %end\n"
                                  "end: ret void\n}\n");
    flow_expect_graceful(&t, build);
    flow_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_profile),       cmocka_unit_test(test_no_profile),
        cmocka_unit_test(test_comparisons),   cmocka_unit_test(test_evidence),
        cmocka_unit_test(test_conservation),  cmocka_unit_test(test_finite),
        cmocka_unit_test(test_failures),      cmocka_unit_test(test_runs),
        cmocka_unit_test(test_runs_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
