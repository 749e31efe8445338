#include "flow_text.h"

#include "ir/cfg.h"
#include "ir/names.h"

static const char graph[] = "define void @f(i1 %c, i32 %x) {\n"
                            "entry: switch i32 %x, label %b [i32 1, label %a i32 2, label %b]\n"
                            "a: br label %end\n"
                            "b: br i1 %c, label %b, label %end\n"
                            "orphan: br label %a\n"
                            "end: ret void\n}\n";

enum { ENTRY, A, B, ORPHAN, END };

static void expect_list(const uint32_t *at, uint32_t count, const uint32_t *want, uint32_t wanted) {
    assert_int_equal(count, wanted);
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(at[i], want[i]);
}

#define expect_edges(start, edges, b, ...)                                                         \
    expect_list((edges) + (start)[b], (start)[(b) + 1] - (start)[b],                               \
                (const uint32_t[]){__VA_ARGS__},                                                   \
                sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void test_edges(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_int_equal(cfg.count, 5);
    assert_int_equal(cfg.edge_count, 7);
    expect_edges(cfg.succ_start, cfg.succs, ENTRY, B, A, B);
    expect_edges(cfg.succ_start, cfg.succs, A, END);
    expect_edges(cfg.succ_start, cfg.succs, B, B, END);
    expect_edges(cfg.succ_start, cfg.succs, ORPHAN, A);
    assert_int_equal(ir_cfg_succ_count(&cfg, END), 0);
    assert_int_equal(cfg.pred_start[ENTRY + 1], cfg.pred_start[ENTRY]);
    expect_edges(cfg.pred_start, cfg.preds, A, ENTRY, ORPHAN);
    expect_edges(cfg.pred_start, cfg.preds, B, ENTRY, ENTRY, B);
    expect_edges(cfg.pred_start, cfg.preds, END, A, B);
    flow_text_free(&t);
}

static void test_order(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    ir_cfg cfg;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    const uint32_t want[] = {ENTRY, A, B, END};
    expect_list(cfg.rpo, cfg.rpo_count, want, 4);
    assert_int_equal(cfg.rpo_index[B], 2);
    assert_int_equal(cfg.rpo_index[ORPHAN], IR_NONE);
    assert_false(ir_cfg_reachable(&cfg, ORPHAN));
    assert_true(ir_cfg_reachable(&cfg, END));
    flow_text_free(&t);
}

static void test_numbers(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph), other = flow_text_parse(graph);
    ir_cfg cfg;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    uint32_t n = 0;
    ir_each_block (bb, t.fn)
        assert_int_equal(ir_cfg_number(&cfg, bb), n++);
    assert_int_equal(ir_cfg_number(&cfg, LLVMGetEntryBasicBlock(other.fn)), IR_NONE);
    flow_text_free(&other);
    flow_text_free(&t);
}

static void test_declaration(void **state) {
    (void)state;
    flow_text t = flow_text_parse("declare void @f(i32)");
    ir_cfg cfg;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_int_equal(cfg.count, 0);
    assert_int_equal(cfg.rpo_count, 0);
    flow_text_free(&t);
}

/* A chain longer than any call stack would bear, with a switch over all of it. */
static void test_large(void **state) {
    (void)state;
    enum { SIZE = 50000 };
    flow_text t = flow_text_parse("define void @f(i32 %x) { ret void }");
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(t.llvm_ctx);
    LLVMBasicBlockRef previous = LLVMGetEntryBasicBlock(t.fn);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(previous));
    for (unsigned i = 0; i < SIZE; i++) {
        LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(t.llvm_ctx, t.fn, "");
        LLVMPositionBuilderAtEnd(builder, previous);
        LLVMBuildBr(builder, next);
        previous = next;
    }
    LLVMPositionBuilderAtEnd(builder, previous);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    ir_cfg cfg;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_int_equal(cfg.rpo_count, SIZE + 1);
    for (uint32_t i = 0; i <= SIZE; i++)
        assert_int_equal(cfg.rpo[i], i);
    flow_text_free(&t);
}

static bool build(arena *a, LLVMValueRef fn) {
    ir_cfg cfg;
    return ir_cfg_build(&cfg, a, fn);
}

static void test_failures(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    flow_expect_graceful(&t, build);
    flow_text_free(&t);
}

static void expect_name(const ir_names *names, str *out, LLVMValueRef value, const char *want) {
    str_clear(out);
    ir_names_add(names, out, value);
    assert_string_equal(str_text(out), want);
}

/* Blocks and values share one count, values without a result take no number. */
static void test_names(void **state) {
    (void)state;
    flow_text t = flow_text_parse("define i32 @f(i32, i32 %x, ptr %\"a b\") {\n"
                                  "  store i32 %0, ptr %\"a b\"\n"
                                  "  %2 = add i32 %0, %x\n"
                                  "  br label %3\n"
                                  "3:\n"
                                  "  %.x-y_9 = add i32 %2, 1\n"
                                  "  %\"9$\" = add i32 %2, 1\n"
                                  "  %4 = add i32 %2, 1\n"
                                  "  ret i32 %4\n}\n");
    str out;
    str_init(&out, t.ctx);
    ir_names names;
    assert_true(ir_names_init(&names, t.ctx, t.fn));
    expect_name(&names, &out, LLVMGetParam(t.fn, 0), "%0");
    expect_name(&names, &out, LLVMGetParam(t.fn, 1), "%x");
    expect_name(&names, &out, LLVMGetParam(t.fn, 2), "%\"a b\"");
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(t.fn), next = LLVMGetNextBasicBlock(entry);
    expect_name(&names, &out, LLVMBasicBlockAsValue(entry), "%1");
    LLVMValueRef inst = LLVMGetNextInstruction(LLVMGetFirstInstruction(entry));
    expect_name(&names, &out, inst, "%2");
    str_clear(&out);
    ir_names_add_block(&names, &out, next);
    assert_string_equal(str_text(&out), "%3");
    inst = LLVMGetFirstInstruction(next);
    expect_name(&names, &out, inst, "%.x-y_9");
    inst = LLVMGetNextInstruction(inst);
    expect_name(&names, &out, inst, "%\"9$\"");
    inst = LLVMGetNextInstruction(inst);
    expect_name(&names, &out, inst, "%4");
    LLVMBasicBlockRef stray = LLVMAppendBasicBlockInContext(t.llvm_ctx, t.fn, "");
    expect_name(&names, &out, LLVMBasicBlockAsValue(stray), "%?");
    str_free(&out);
    ir_names_free(&names);
    flow_text_free(&t);
}

static void test_names_budget(void **state) {
    (void)state;
    flow_text t = flow_text_parse("define void @f() {\n  br label %1\n1:\n  ret void\n}\n");
    lathe_ctx_set_budget(t.ctx, 2, 0);
    ir_names names;
    assert_false(ir_names_init(&names, t.ctx, t.fn));
    assert_int_equal(lathe_ctx_status(t.ctx), LATHE_GAVE_UP);
    ir_names_free(&names);
    flow_text_free(&t);
}

static void test_numbering(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    enum { COUNT = 1000 };
    static char keys[COUNT + 1];
    ir_numbering n = {0};
    assert_int_equal(ir_numbering_find(&n, keys), IR_NONE);
    assert_true(ir_numbering_init(&n, &a, COUNT));
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(ir_numbering_add(&n, &keys[i]), i);
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(ir_numbering_add(&n, &keys[i]), i);
        assert_int_equal(ir_numbering_find(&n, &keys[i]), i);
    }
    assert_int_equal(n.count, COUNT);
    assert_int_equal(ir_numbering_find(&n, &keys[COUNT]), IR_NONE);
    assert_false(ir_numbering_init(&n, &a, (size_t)UINT32_MAX));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    arena_free(&a);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_edges),     cmocka_unit_test(test_order),
        cmocka_unit_test(test_numbers),   cmocka_unit_test(test_declaration),
        cmocka_unit_test(test_large),     cmocka_unit_test(test_failures),
        cmocka_unit_test(test_names),     cmocka_unit_test(test_names_budget),
        cmocka_unit_test(test_numbering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
