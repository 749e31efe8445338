#include "parsed.h"

#include "ir/edit/call.h"
#include "ir/edit/edit_split.h"
#include "ir/edit/signature.h"
#include "passes/passes.h"

static const char *const text = "declare void @use(i32)\n"
                                "define i32 @f(i32 %a, float %b) noinline {\n"
                                "entry:\n"
                                "  br label %loop\n"
                                "loop:\n"
                                "  %i = phi i32 [ %a, %entry ], [ %n, %loop ]\n"
                                "  %n = add nsw i32 %i, 1\n"
                                "  call void @use(i32 %n)\n"
                                "  %c = icmp slt i32 %n, 10\n"
                                "  br i1 %c, label %loop, label %out\n"
                                "out:\n"
                                "  ret i32 %n\n"
                                "}\n"
                                "define i32 @caller() {\n"
                                "  %r = call i32 @f(i32 1, float 2.0)\n"
                                "  ret i32 %r\n"
                                "}\n"
                                "define void @va(i32 %n, ...) {\n"
                                "  ret void\n"
                                "}\n"
                                "@labels = global ptr blockaddress(@g, %x)\n"
                                "define void @g(ptr %p) {\n"
                                "  indirectbr ptr %p, [label %x]\n"
                                "x:\n"
                                "  ret void\n"
                                "}\n";

static LLVMValueRef function(parsed *p, const char *name) {
    return LLVMGetNamedFunction(p->m.llvm, name);
}

static void splits_one_block(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef phi = inst_at(&p, "f", 1), add = inst_at(&p, "f", 2), call = inst_at(&p, "f", 3);
    LLVMBasicBlockRef loop = LLVMGetInstructionParent(call);
    assert_null(ir_split_block(&p.m, phi));
    LLVMBasicBlockRef tail = ir_split_block(&p.m, call);
    assert_non_null(tail);
    assert_ptr_equal(LLVMGetInstructionParent(add), loop);
    assert_ptr_equal(LLVMGetFirstInstruction(tail), call);
    assert_string_equal(LLVMGetBasicBlockName(tail), "loop.split");
    assert_ptr_equal(LLVMGetIncomingBlock(inst_at(&p, "f", 1), 1), tail);
    assert_valid(&p);
    parsed_free(&p);
}

/* Two places in one block, one of them its first instruction. */
static void splits_a_block_twice(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef add = inst_at(&p, "f", 2), call = inst_at(&p, "f", 3), first = inst_at(&p, "f", 0);
    LLVMValueRef places[] = {call, add, first};
    assert_true(ir_split_blocks(&p.m, places, 3));
    assert_valid(&p);
    assert_int_equal(LLVMCountBasicBlocks(function(&p, "f")), 6);
    for (size_t i = 0; i < 3; i++)
        assert_ptr_equal(LLVMGetFirstInstruction(LLVMGetInstructionParent(places[i])), places[i]);
    parsed_free(&p);
}

static void splits_one_edge(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef branch = inst_at(&p, "f", 5);
    LLVMBasicBlockRef loop = LLVMGetInstructionParent(branch);
    LLVMBasicBlockRef edge = ir_split_edge(&p.m, branch, 0);
    assert_non_null(edge);
    assert_ptr_equal(LLVMGetSuccessor(branch, 0), edge);
    assert_ptr_equal(LLVMGetSuccessor(LLVMGetBasicBlockTerminator(edge), 0), loop);
    assert_ptr_equal(LLVMGetIncomingBlock(LLVMGetFirstInstruction(loop), 1), edge);
    assert_null(ir_split_edge(&p.m, inst_at(&p, "g", 0), 0));
    assert_valid(&p);
    parsed_free(&p);
}

/* A copy without the float and with the int fixed; the original stays as it was. */
static void copies_into_a_new_signature(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(p.llvm), real = LLVMFloatTypeInContext(p.llvm);
    ir_param_source params[] = {{IR_NONE, LLVMConstInt(i32, 4, false)}, {0, NULL}};
    ir_signature to = {LLVMFunctionType(i32, &real, 1, false), "copy", params, true};
    LLVMValueRef copy = ir_function_resign(&p.m, function(&p, "f"), &to);
    assert_non_null(copy);
    assert_valid(&p);
    assert_true(says(&p, "define internal i32 @copy(float %b) #0"));
    assert_true(says(&p, "%i = phi i32 [ 4, %entry ], [ %n, %loop ]"));
    assert_true(says(&p, "%i = phi i32 [ %a, %entry ], [ %n, %loop ]"));
    assert_int_equal(LLVMCountBasicBlocks(copy), 3);
    assert_int_equal(LLVMCountBasicBlocks(function(&p, "f")), 3);
    parsed_free(&p);
}

static bool only_float(void *data, LLVMValueRef call, LLVMBuilderRef b, LLVMValueRef *args,
                       uint32_t *attrs_from) {
    (void)data;
    (void)b;
    args[0] = LLVMGetOperand(call, 1);
    attrs_from[0] = 1;
    return true;
}

static void moves_into_a_new_signature(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(p.llvm), real = LLVMFloatTypeInContext(p.llvm);
    ir_param_source params[] = {{IR_NONE, LLVMConstInt(i32, 4, false)}, {0, NULL}};
    ir_signature to = {LLVMFunctionType(i32, &real, 1, false), NULL, params, false};
    LLVMValueRef old = function(&p, "f"), new = ir_function_resign(&p.m, old, &to);
    assert_non_null(new);
    assert_true(ir_calls_rewrite(p.ctx, old, new, only_float, NULL));
    ir_function_retire(old, new);
    assert_valid(&p);
    assert_true(says(&p, "%r = call i32 @f(float 2.000000e+00)"));
    parsed_free(&p);
}

static void refuses_signatures(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(p.llvm), one[] = {i32, i32};
    ir_param_source wrong[] = {{0, NULL}, {0, NULL}}, far[] = {{7, NULL}, {0, NULL}};
    ir_signature to = {LLVMFunctionType(i32, one, 1, false), NULL, wrong, false};
    assert_null(ir_function_resign(&p.m, function(&p, "f"), &to)); /* the float is no int */
    to.params = far;
    assert_null(ir_function_resign(&p.m, function(&p, "f"), &to));
    ir_signature variadic = {LLVMFunctionType(LLVMVoidTypeInContext(p.llvm), one, 2, true), NULL,
                             wrong, false};
    assert_null(ir_function_resign(&p.m, function(&p, "va"), &variadic));
    LLVMTypeRef ptr = LLVMPointerTypeInContext(p.llvm, 0);
    ir_signature labels = {LLVMFunctionType(LLVMVoidTypeInContext(p.llvm), &ptr, 1, false), "copy",
                           wrong, true};
    assert_null(
        ir_function_resign(&p.m, function(&p, "g"), &labels)); /* its blocks have addresses */
    assert_int_equal(lathe_ctx_status(p.ctx), LATHE_OK);
    assert_null(function(&p, "copy"));
    assert_valid(&p);
    parsed_free(&p);
}

static void survives_lack_of_memory(void **state) {
    (void)state;
    static lathe_status (*const passes[])(lathe_module *, const ir_params *, str *) = {
        ir_test_split_blocks, ir_test_split_edges, ir_test_rebuild_phis, ir_test_clone_functions};
    for (size_t i = 0; i < sizeof passes / sizeof *passes; i++) {
        bool done = false;
        for (uint64_t n = 0; !done && n < 1000; n++) {
            parsed p = parse(text);
            failing f = {n};
            ir_params none = {.len = 0};
            LLVMSetLinkage(function(&p, "f"), LLVMInternalLinkage);
            p.ctx->alloc = fail_after;
            p.ctx->alloc_data = &f;
            done = passes[i](&p.m, &none, NULL) == LATHE_OK;
            if (done)
                assert_valid(&p);
            p.ctx->alloc_data = &(failing){UINT64_MAX};
            parsed_free(&p);
        }
        assert_true(done);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_one_block),
        cmocka_unit_test(splits_a_block_twice),
        cmocka_unit_test(splits_one_edge),
        cmocka_unit_test(copies_into_a_new_signature),
        cmocka_unit_test(moves_into_a_new_signature),
        cmocka_unit_test(refuses_signatures),
        cmocka_unit_test(survives_lack_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
