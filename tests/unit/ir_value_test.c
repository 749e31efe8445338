/* What ir/attr.h, ir/value.h and ir/machine.h say about a small module. */
#include "parsed.h"

#include "ir/attr.h"
#include "ir/machine.h"
#include "ir/value.h"

static const char *const text =
    "%s = type { i32, i32 }\n"
    "@g = global [2 x [3 x i32]] zeroinitializer\n"
    "declare noalias ptr @make(i64) memory(none) nounwind willreturn\n"
    "declare void @take(ptr, ...)\n"
    "define i32 @f(ptr byval(%s) %p, i32 %n) \"target-features\"=\"+avx2,+fma\" {\n"
    "  %a = call ptr @make(i64 8)\n"
    "  %b = call ptr @make(i64 8) \"x\"\n"
    "  call void (ptr, ...) @take(ptr readonly %a, i32 0)\n"
    "  %x = load i32, ptr @g\n"
    "  %r = musttail call i32 @f(ptr byval(%s) %p, i32 %x)\n"
    "  ret i32 %r\n"
    "}\n"
    "define void @wide() \"target-features\"=\"+avx2,+avx512f\" {\n"
    "  ret void\n"
    "}\n";

static void attributes_by_name(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef f = LLVMGetNamedFunction(p.m.llvm, "f"), call = inst_at(&p, "f", 0);
    LLVMValueRef take = inst_at(&p, "f", 2);
    uint64_t memory;
    assert_null(ir_attr_get(call, LLVMAttributeReturnIndex, "noalias"));
    assert_non_null(ir_attr_of_call(call, LLVMAttributeReturnIndex, "noalias"));
    assert_null(ir_attr_of_call(call, LLVMAttributeReturnIndex, "no such attribute"));
    assert_non_null(ir_attr_of_call(take, 1, "readonly"));
    assert_null(ir_attr_of_call(take, 2, "readonly")); /* beyond the parameters */
    assert_true(ir_call_returns(call) && !ir_call_returns(take));
    assert_true(ir_call_memory(call, &memory) && memory == 0);
    assert_false(ir_call_memory(take, &memory));
    assert_non_null(ir_attr_of_param(LLVMGetParam(f, 0), "byval"));
    assert_null(ir_attr_of_param(LLVMGetParam(f, 1), "byval"));
    for (size_t i = 0; i < 2; i++) {
        LLVMValueRef owner = i ? call : f;
        ir_attr_add(owner, IR_AT_FUNCTION, "cold", 0);
        assert_non_null(ir_attr_get(owner, IR_AT_FUNCTION, "cold"));
        ir_attr_remove(owner, IR_AT_FUNCTION, "cold");
        assert_null(ir_attr_get(owner, IR_AT_FUNCTION, "cold"));
    }
    assert_valid(&p);
    parsed_free(&p);
}

static void calls_and_what_they_call(void **state) {
    (void)state;
    parsed p = parse(text);
    LLVMValueRef f = LLVMGetNamedFunction(p.m.llvm, "f"), call = inst_at(&p, "f", 0);
    LLVMValueRef take = inst_at(&p, "f", 2), load = inst_at(&p, "f", 3);
    LLVMValueRef tail = inst_at(&p, "f", 4), g = LLVMGetNamedGlobal(p.m.llvm, "g");
    assert_ptr_equal(ir_function_of(call), f);
    assert_ptr_equal(ir_callee(call), LLVMGetNamedFunction(p.m.llvm, "make"));
    assert_null(ir_callee(load));
    assert_string_equal(ir_callee_name(take), "take");
    assert_string_equal(ir_callee_name(load), "");
    assert_true(ir_calls_named(call, "ma") && !ir_calls_named(call, "ta"));
    assert_true(ir_is_call_of(tail, f) && !ir_is_call_of(call, f));
    assert_true(ir_is_musttail(tail) && !ir_is_musttail(call) && !ir_is_musttail(load));
    assert_true(ir_call_passes(take, call) && !ir_call_passes(take, load));
    assert_true(ir_is_pointer(call) && !ir_is_pointer(load));
    assert_true(ir_is_zero(LLVMGetOperand(take, 1)) && !ir_is_zero(LLVMGetOperand(call, 0)));
    assert_true(ir_is_only_loaded(g) && !ir_is_only_loaded(call));
    LLVMTypeRef inner = ir_below_arrays(LLVMGlobalGetValueType(g));
    assert_ptr_equal(inner, LLVMInt32TypeInContext(p.llvm));
    assert_false(ir_is_struct(inner));
    ir_replace_inst(inst_at(&p, "f", 1), call);
    assert_valid(&p);
    parsed_free(&p);
}

static void machines_by_their_features(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_machine plain = ir_machine_of(LLVMGetNamedFunction(p.m.llvm, "make"));
    ir_machine avx2 = ir_machine_of(LLVMGetNamedFunction(p.m.llvm, "f"));
    ir_machine avx512 = ir_machine_of(LLVMGetNamedFunction(p.m.llvm, "wide"));
    assert_int_equal(ir_machine_of(NULL).vector_bytes, 16);
    assert_int_equal(plain.vector_bytes, 16);
    assert_int_equal(avx2.vector_bytes, 32);
    assert_int_equal(avx2.vector_registers, 16);
    assert_int_equal(avx512.vector_registers, 32);
    parsed_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_by_name),
        cmocka_unit_test(calls_and_what_they_call),
        cmocka_unit_test(machines_by_their_features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
