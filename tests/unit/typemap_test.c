#include "parsed.h"

#include "ir/map/typemap.h"

static const char *const text = "%A = type { i32 }\n"
                                "%B = type { [2 x %A], ptr }\n"
                                "%C = type { double }\n"
                                "%O = type opaque\n"
                                "@a = external global %A\n"
                                "@b = external global %B\n"
                                "@c = external global %C\n"
                                "@o = external global %O\n";

static LLVMTypeRef named(parsed *p, const char *name) {
    return LLVMGetTypeByName2(p->llvm, name);
}

static void maps_what_holds_a_mapped_struct(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_typemap t;
    ir_typemap_init(&t, p.ctx, p.llvm);
    LLVMTypeRef a = named(&p, "A"), b = named(&p, "B"), to = LLVMStructCreateNamed(p.llvm, "new");
    LLVMTypeRef i64 = LLVMInt64TypeInContext(p.llvm);
    LLVMStructSetBody(to, &i64, 1, false);
    assert_true(ir_typemap_set(&t, a, to));

    assert_ptr_equal(ir_typemap_get(&t, a), to);
    assert_ptr_equal(ir_typemap_get(&t, to), to);
    LLVMTypeRef mapped = ir_typemap_get(&t, b);
    assert_ptr_not_equal(mapped, b);
    assert_ptr_equal(ir_typemap_get(&t, b), mapped);
    assert_ptr_equal(LLVMStructGetTypeAtIndex(mapped, 0), LLVMArrayType2(to, 2));
    assert_ptr_equal(ir_typemap_get(&t, mapped), mapped);

    LLVMTypeRef params[] = {a, LLVMPointerTypeInContext(p.llvm, 0)};
    LLVMTypeRef new_params[] = {to, params[1]};
    assert_ptr_equal(ir_typemap_get(&t, LLVMFunctionType(b, params, 2, true)),
                     LLVMFunctionType(mapped, new_params, 2, true));
    assert_ptr_equal(ir_typemap_get(&t, LLVMStructTypeInContext(p.llvm, params, 2, true)),
                     LLVMStructTypeInContext(p.llvm, new_params, 2, true));
    ir_typemap_free(&t);
    parsed_free(&p);
}

static void leaves_the_rest(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_typemap t;
    ir_typemap_init(&t, p.ctx, p.llvm);
    LLVMTypeRef a = named(&p, "A");
    assert_true(ir_typemap_set(&t, a, LLVMStructCreateNamed(p.llvm, "new")));
    LLVMTypeRef same[] = {named(&p, "C"),
                          named(&p, "O"),
                          LLVMInt32TypeInContext(p.llvm),
                          LLVMVoidTypeInContext(p.llvm),
                          LLVMVectorType(LLVMFloatTypeInContext(p.llvm), 4),
                          LLVMTargetExtTypeInContext(p.llvm, "spirv.Image", &a, 1, NULL, 0),
                          LLVMArrayType2(named(&p, "C"), 1000)};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_ptr_equal(ir_typemap_get(&t, same[i]), same[i]);
    ir_typemap_free(&t);
    parsed_free(&p);
}

static const char *only_c_and_o(void *data, LLVMTypeRef type, bool dependent) {
    const char *name = LLVMGetStructName(type);
    *(unsigned *)data += dependent;
    return strcmp(name, "C") == 0 ? "C2" : strcmp(name, "O") == 0 ? "O2" : NULL;
}

static void asks_for_names(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_typemap t;
    unsigned dependents = 0;
    ir_typemap_init(&t, p.ctx, p.llvm);
    ir_typemap_set_namer(&t, only_c_and_o, &dependents);
    assert_true(ir_typemap_set(&t, named(&p, "A"), LLVMStructCreateNamed(p.llvm, "new")));
    LLVMTypeRef c = ir_typemap_get(&t, named(&p, "C"));
    assert_string_equal(LLVMGetStructName(c), "C2");
    assert_ptr_equal(LLVMStructGetTypeAtIndex(c, 0), LLVMDoubleTypeInContext(p.llvm));
    LLVMTypeRef o = ir_typemap_get(&t, named(&p, "O"));
    assert_string_equal(LLVMGetStructName(o), "O2");
    assert_true(LLVMIsOpaqueStruct(o));
    assert_int_equal(dependents, 0);
    LLVMTypeRef b =
        ir_typemap_get(&t, named(&p, "B")); /* no name given: the old one, made unique */
    assert_int_equal(dependents, 1);
    assert_memory_equal(LLVMGetStructName(b), "B.", 2);
    ir_typemap_free(&t);
    parsed_free(&p);
}

static void refuses_to_map_twice(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_typemap t;
    ir_typemap_init(&t, p.ctx, p.llvm);
    LLVMTypeRef a = named(&p, "A"), c = named(&p, "C"), o = named(&p, "O");
    assert_true(ir_typemap_set(&t, a, c));
    assert_false(ir_typemap_set(&t, a, o));
    assert_int_equal(lathe_ctx_status(p.ctx), LATHE_INTERNAL);
    lathe_ctx_clear(p.ctx);
    assert_false(ir_typemap_set(&t, o, a));
    lathe_ctx_clear(p.ctx);
    assert_false(ir_typemap_set(&t, c, o));
    ir_typemap_free(&t);
    parsed_free(&p);
}

static void survives_depth(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_typemap t;
    ir_typemap_init(&t, p.ctx, p.llvm);
    LLVMTypeRef a = named(&p, "A"), c = named(&p, "C"), deep = a, expected = c;
    assert_true(ir_typemap_set(&t, a, c));
    for (int i = 0; i < 100000; i++) {
        deep = LLVMArrayType2(deep, 1);
        expected = LLVMArrayType2(expected, 1);
    }
    assert_ptr_equal(ir_typemap_get(&t, deep), expected);
    ir_typemap_free(&t);
    parsed_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_what_holds_a_mapped_struct),
        cmocka_unit_test(leaves_the_rest),
        cmocka_unit_test(asks_for_names),
        cmocka_unit_test(refuses_to_map_twice),
        cmocka_unit_test(survives_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
