#include "flow_text.h"

#include "base/str.h"
#include "ir/liveness.h"

#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>

static const char graph[] = "define i32 @f(i1 %c, i32 %x, i32 %unused) {\n"
                            "entry: %t = add i32 %x, 1\n"
                            "  %u = mul i32 %t, 2\n"
                            "  br i1 %c, label %a, label %join\n"
                            "a: %v = add i32 %u, 3\n"
                            "  br label %join\n"
                            "join: %p = phi i32 [ %v, %a ], [ %x, %entry ]\n"
                            "  br label %end\n"
                            "end: ret i32 %p\n}\n";

static LLVMValueRef find_value(LLVMValueRef fn, const char *name) {
    for (LLVMValueRef arg = LLVMGetFirstParam(fn); arg; arg = LLVMGetNextParam(arg))
        if (strcmp(LLVMGetValueName(arg), name) == 0)
            return arg;
    ir_each_block (bb, fn)
        ir_each_inst (inst, bb)
            if (strcmp(LLVMGetValueName(inst), name) == 0)
                return inst;
    fail_msg("there is no %s", name);
    return NULL;
}

static void test_sets(void **state) {
    (void)state;
    enum { ENTRY, A, JOIN, END };
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    ir_live live;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_live_build(&live, &t.arena, &cfg));
    LLVMValueRef x = find_value(t.fn, "x"), u = find_value(t.fn, "u"), v = find_value(t.fn, "v"),
                 p = find_value(t.fn, "p");
    assert_int_equal(live.values.count, 5);
    assert_int_equal(ir_live_number(&live, find_value(t.fn, "t")), IR_NONE);
    assert_int_equal(ir_live_number(&live, find_value(t.fn, "unused")), IR_NONE);
    assert_ptr_equal(ir_live_value(&live, ir_live_number(&live, u)), u);
    assert_true(ir_live_into(&live, ENTRY, x));
    assert_true(ir_live_out_of(&live, ENTRY, x));
    assert_false(ir_live_into(&live, A, x));
    assert_false(ir_live_into(&live, JOIN, x));
    assert_true(ir_live_into(&live, A, u));
    assert_false(ir_live_out_of(&live, A, u));
    assert_true(ir_live_out_of(&live, A, v));
    assert_false(ir_live_into(&live, JOIN, v));
    assert_false(ir_live_into(&live, JOIN, p));
    assert_true(ir_live_out_of(&live, JOIN, p));
    assert_false(ir_live_into(&live, END, find_value(t.fn, "t")));
    flow_text_free(&t);
}

static uint32_t random_below(uint32_t *seed, uint32_t bound) {
    *seed = *seed * 1664525 + 1013904223;
    return (*seed >> 16) % bound;
}

/* Variables in memory, read and written all over a random graph; mem2reg then makes values and
 * PHIs of them. */
static flow_text random_function(uint32_t *seed) {
    enum { VARIABLES = 6 };
    lathe_ctx *ctx = lathe_ctx_new();
    str text;
    str_init(&text, ctx);
    uint32_t size = 4 + random_below(seed, 24);
    str_add(&text, "declare i32 @g(i32)\ndefine i32 @f(i1 %c, i32 %x) {\nentry:\n");
    for (unsigned i = 0; i < VARIABLES; i++)
        str_printf(&text, "  %%v%u = alloca i32\n  store i32 %%x, ptr %%v%u\n", i, i);
    str_add(&text, "  br label %b1\n");
    for (uint32_t b = 1; b < size; b++) {
        uint32_t from = random_below(seed, VARIABLES), to = random_below(seed, VARIABLES);
        str_printf(&text, "b%u:\n  %%l%u = load i32, ptr %%v%u\n  %%r%u = call i32 @g(i32 %%l%u)\n",
                   b, b, from, b, b);
        if (random_below(seed, 2))
            str_printf(&text, "  store i32 %%r%u, ptr %%v%u\n", b, to);
        if (random_below(seed, 6) == 0)
            str_printf(&text, "  ret i32 %%l%u\n", b);
        else
            str_printf(&text, "  br i1 %%c, label %%b%u, label %%b%u\n",
                       1 + random_below(seed, size - 1), 1 + random_below(seed, size - 1));
    }
    str_add(&text, "}\n");
    flow_text t = flow_text_parse(str_text(&text));
    str_free(&text);
    lathe_ctx_free(ctx);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(t.llvm, "mem2reg", NULL, options);
    assert_null(error);
    LLVMDisposePassBuilderOptions(options);
    return t;
}

typedef struct model {
    const ir_cfg *cfg;
    uint32_t home; /* where the value is made */
    bool *in, *out;
} model;

/* The value is wanted at the start of b: mark the way back to where it is made. */
static void want_in(model *m, uint32_t b, uint32_t *stack) {
    uint32_t depth = 0;
    stack[depth++] = b;
    while (depth) {
        b = stack[--depth];
        if (m->in[b] || b == m->home)
            continue;
        m->in[b] = true;
        for (uint32_t i = m->cfg->pred_start[b]; i < m->cfg->pred_start[b + 1]; i++) {
            m->out[m->cfg->preds[i]] = true;
            stack[depth++] = m->cfg->preds[i];
        }
    }
}

static void want_uses(model *m, LLVMValueRef value) {
    uint32_t stack[256];
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAPHINode(user)) {
            want_in(m, ir_cfg_number(m->cfg, LLVMGetInstructionParent(user)), stack);
            continue;
        }
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++) {
            if (LLVMGetIncomingValue(user, i) != value)
                continue;
            uint32_t p = ir_cfg_number(m->cfg, LLVMGetIncomingBlock(user, i));
            m->out[p] = true;
            want_in(m, p, stack);
        }
    }
}

static size_t check_value(const ir_live *live, LLVMValueRef value, uint32_t home) {
    bool in[64] = {false}, out[64] = {false};
    model m = {.cfg = live->cfg, .home = home, .in = in, .out = out};
    want_uses(&m, value);
    size_t found = 0;
    for (uint32_t b = 0; b < live->cfg->count; b++) {
        assert_int_equal(ir_live_into(live, b, value), in[b]);
        assert_int_equal(ir_live_out_of(live, b, value), out[b]);
        found += in[b] + out[b];
    }
    return found;
}

/* Value by value, walking back from each use, on random graphs of any kind. */
static void test_definition(void **state) {
    (void)state;
    uint32_t seed = 5;
    size_t found = 0;
    for (unsigned round = 0; round < 80; round++) {
        flow_text t = random_function(&seed);
        ir_cfg cfg;
        ir_live live;
        assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
        assert_true(ir_live_build(&live, &t.arena, &cfg));
        for (LLVMValueRef arg = LLVMGetFirstParam(t.fn); arg; arg = LLVMGetNextParam(arg))
            found += check_value(&live, arg, IR_NONE);
        for (uint32_t b = 0; b < cfg.count; b++)
            ir_each_inst (inst, cfg.blocks[b])
                found += check_value(&live, inst, b);
        flow_text_free(&t);
    }
    assert_true(found > 1000);
}

static bool build(arena *a, LLVMValueRef fn) {
    ir_cfg cfg;
    ir_live live;
    return ir_cfg_build(&cfg, a, fn) && ir_live_build(&live, a, &cfg);
}

static void test_failures(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    flow_expect_graceful(&t, build);
    flow_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_definition),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
