#include "flow_text.h"

#include "ir/ir_loops.h"

/* head(1) { inner(2..3) } with an exit from the inner loop, then a region with two entries that
 * holds a loop, then a natural loop that holds a region. */
static const char graph[] = "define void @f(i1 %c) {\n"
                            "entry: br label %head\n"
                            "head: br label %inner\n"
                            "inner: br i1 %c, label %inner2, label %out\n"
                            "inner2: br i1 %c, label %inner, label %latch\n"
                            "latch: br i1 %c, label %head, label %out\n"
                            "out: br i1 %c, label %x, label %y\n"
                            "x: br i1 %c, label %x, label %y\n"
                            "y: br i1 %c, label %x, label %h\n"
                            "h: br i1 %c, label %p, label %q\n"
                            "p: br label %q\n"
                            "q: br i1 %c, label %p, label %back\n"
                            "back: br i1 %c, label %h, label %end\n"
                            "end: ret void\n}\n";

enum { ENTRY, HEAD, INNER, INNER2, LATCH, OUT, X, Y, H, P, Q, BACK, END, COUNT };

static void expect_list(ir_list list, const char *want) {
    char found[64] = "";
    assert_true(list.count < sizeof found);
    for (uint32_t i = 0; i < list.count; i++)
        found[i] = (char)('a' + list.at[i]);
    assert_string_equal(found, want);
}

typedef struct built {
    flow_text t;
    ir_cfg cfg;
    ir_dom dom;
    ir_loops l;
} built;

static void build_from(built *b, const char *text) {
    b->t = flow_text_parse(text);
    assert_true(ir_cfg_build(&b->cfg, &b->t.arena, b->t.fn));
    assert_true(ir_dom_build(&b->dom, &b->t.arena, &b->cfg));
    assert_true(ir_loops_build(&b->l, &b->t.arena, &b->dom));
}

static void test_nest(void **state) {
    (void)state;
    built b;
    build_from(&b, graph);
    assert_int_equal(b.l.count, 4);
    const ir_loop *outer = &b.l.loops[0], *inner = &b.l.loops[1];
    assert_int_equal(outer->header, HEAD);
    assert_int_equal(outer->parent, IR_NONE);
    assert_int_equal(outer->depth, 1);
    assert_int_equal(outer->preheader, ENTRY);
    expect_list(outer->blocks, "becd");
    expect_list(outer->latches, "e");
    expect_list(outer->exiting, "ce");
    expect_list(outer->exits, "f");
    assert_int_equal(inner->header, INNER);
    assert_int_equal(inner->parent, 0);
    assert_int_equal(inner->depth, 2);
    assert_int_equal(inner->preheader, HEAD);
    expect_list(inner->blocks, "cd");
    expect_list(inner->exiting, "cd");
    expect_list(inner->exits, "ef");
    flow_text_free(&b.t);
}

static void test_innermost(void **state) {
    (void)state;
    built b;
    build_from(&b, graph);
    static const uint32_t want[COUNT] = {IR_NONE, 0, 1, 1, 0, IR_NONE, 2,
                                         IR_NONE, 3, 3, 3, 3, IR_NONE};
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(b.l.innermost[i], want[i]);
    assert_int_equal(ir_loop_depth(&b.l, INNER2), 2);
    assert_int_equal(ir_loop_depth(&b.l, OUT), 0);
    assert_true(ir_loop_has_block(&b.l, 0, INNER2));
    assert_false(ir_loop_has_block(&b.l, 1, LATCH));
    assert_false(ir_loop_has_block(&b.l, 0, OUT));
    assert_false(ir_loop_contains(&b.l, 1, 0));
    assert_false(ir_loop_contains(&b.l, 0, 2));
    flow_text_free(&b.t);
}

static void test_regions(void **state) {
    (void)state;
    built b;
    build_from(&b, graph);
    assert_int_equal(b.l.region_count, 2);
    assert_int_equal(b.l.regions[0].loop, IR_NONE);
    expect_list(b.l.regions[0].blocks, "gh");
    expect_list(b.l.regions[0].entries, "gh");
    assert_int_equal(b.l.regions[1].loop, 3);
    expect_list(b.l.regions[1].blocks, "jk");
    expect_list(b.l.regions[1].entries, "jk");
    flow_text_free(&b.t);
}

/* A branch to the header from outside that also leads elsewhere, and an invoke, are no preheader;
 * two edges from one block are not one. */
static void test_no_preheader(void **state) {
    (void)state;
    static const char *const texts[] = {
        "define void @f(i1 %c) {\nentry: br i1 %c, label %h, label %e\n"
        "h: br i1 %c, label %h, label %e\ne: ret void\n}\n",
        "define void @f(i1 %c) {\nentry: br i1 %c, label %h, label %h\n"
        "h: br i1 %c, label %h, label %e\ne: ret void\n}\n",
        "define void @f(i1 %c) {\nentry: br i1 %c, label %a, label %b\na: br label %h\n"
        "b: br label %h\nh: br i1 %c, label %h, label %e\ne: ret void\n}\n",
        "define void @f(i1 %c) {\nentry: callbr void asm \"\", \"\"() to label %h []\n"
        "h: br i1 %c, label %h, label %e\ne: ret void\n}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        built b;
        build_from(&b, texts[i]);
        assert_int_equal(b.l.count, 1);
        assert_int_equal(b.l.loops[0].preheader, IR_NONE);
        flow_text_free(&b.t);
    }
}

/* Depth-many loops around one block; each is left from the innermost latch on. */
static void test_deep(void **state) {
    (void)state;
    enum { DEPTH = 2000 };
    flow_text t = flow_text_parse("define void @f(i1 %c) { ret void }");
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(t.llvm_ctx);
    static LLVMBasicBlockRef heads[DEPTH], latches[DEPTH];
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(t.fn);
    for (unsigned i = 0; i < DEPTH; i++)
        heads[i] = LLVMAppendBasicBlockInContext(t.llvm_ctx, t.fn, "");
    for (unsigned i = 0; i < DEPTH; i++)
        latches[i] = LLVMAppendBasicBlockInContext(t.llvm_ctx, t.fn, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(t.llvm_ctx, t.fn, "");
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(entry));
    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMBuildBr(builder, heads[0]);
    for (unsigned i = 0; i < DEPTH; i++) {
        LLVMPositionBuilderAtEnd(builder, heads[i]);
        LLVMBuildBr(builder, i + 1 < DEPTH ? heads[i + 1] : latches[DEPTH - 1]);
        LLVMPositionBuilderAtEnd(builder, latches[i]);
        LLVMBuildCondBr(builder, LLVMGetParam(t.fn, 0), heads[i], i ? latches[i - 1] : end);
    }
    LLVMPositionBuilderAtEnd(builder, end);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    ir_cfg cfg;
    ir_dom dom;
    ir_loops l;
    assert_true(ir_cfg_build(&cfg, &t.arena, t.fn));
    assert_true(ir_dom_build(&dom, &t.arena, &cfg));
    assert_true(ir_loops_build(&l, &t.arena, &dom));
    assert_int_equal(l.count, DEPTH);
    assert_int_equal(l.loops[DEPTH - 1].depth, DEPTH);
    for (uint32_t i = 0; i < DEPTH; i++) {
        assert_int_equal(l.loops[i].header, 1 + i);
        assert_int_equal(l.loops[i].blocks.count, 2 * (DEPTH - i));
        assert_int_equal(l.loops[i].exits.count, 1);
        assert_int_equal(l.loops[i].preheader, i);
    }
    assert_int_equal(l.region_count, 0);
    flow_text_free(&t);
}

static bool build(arena *a, LLVMValueRef fn) {
    ir_cfg cfg;
    ir_dom dom;
    ir_loops l;
    return ir_cfg_build(&cfg, a, fn) && ir_dom_build(&dom, a, &cfg) && ir_loops_build(&l, a, &dom);
}

static void test_failures(void **state) {
    (void)state;
    flow_text t = flow_text_parse(graph);
    flow_expect_graceful(&t, build);
    flow_text_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nest),    cmocka_unit_test(test_innermost),
        cmocka_unit_test(test_regions), cmocka_unit_test(test_no_preheader),
        cmocka_unit_test(test_deep),    cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
