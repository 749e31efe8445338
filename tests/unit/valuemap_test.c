#include "parsed.h"

#include "ir/map/valuemap.h"
#include "passes/passes.h"

static const char *const text =
    "%A = type { i32, i64 }\n"
    "@old = global %A { i32 1, i64 2 }\n"
    "@other = global %A { i32 3, i64 4 }\n"
    "@use = global [2 x ptr] [ptr @old, ptr getelementptr (%A, ptr @old, i64 1)]\n"
    "define ptr @f(%A %v, ptr %q) {\n"
    "  %p = alloca %A\n"
    "  store %A %v, ptr %p\n"
    "  %g = getelementptr %A, ptr %p, i64 1\n"
    "  %l = load %A, ptr @old\n"
    "  %i = insertvalue { i8, %A } undef, %A %l, 1\n"
    "  %n = insertvalue { i8, %A } %i, i64 5, 1, 1\n"
    "  %e = extractvalue { i8, %A } %n, 1\n"
    "  call void @g(%A %e, ptr getelementptr (%A, ptr @other, i64 0, i32 1))\n"
    "  ret ptr %g\n"
    "}\n"
    "declare void @g(%A, ptr)\n"
    "@alias = alias %A, ptr @other\n"
    "!n = !{!0}\n"
    "!0 = !{ptr getelementptr (%A, ptr @other, i64 7), %A zeroinitializer}\n";

static LLVMValueRef global(parsed *p, const char *name) {
    return LLVMGetNamedGlobal(p->m.llvm, name);
}

static void caller_primes_and_queries(void **state) {
    (void)state;
    parsed p = parse(text);
    ir_typemap t;
    ir_valuemap v;
    ir_typemap_init(&t, p.ctx, p.llvm);
    ir_valuemap_init(&v, &p.m, &t);
    LLVMTypeRef a = LLVMGetTypeByName2(p.llvm, "A"), to = LLVMStructCreateNamed(p.llvm, "Z");
    LLVMTypeRef parts[] = {LLVMInt32TypeInContext(p.llvm), LLVMInt64TypeInContext(p.llvm)};
    LLVMStructSetBody(to, parts, 2, false);
    assert_true(ir_typemap_set(&t, a, to));
    LLVMValueRef mine = LLVMAddGlobal(p.m.llvm, to, "mine");
    LLVMValueRef load_before = inst_at(&p, "f", 3),
                 param = LLVMGetParam(LLVMGetNamedFunction(p.m.llvm, "f"), 0);
    LLVMValueRef other = global(&p, "other");
    ir_valuemap_set(&v, global(&p, "old"), mine);
    assert_int_equal(ir_valuemap_run(&v), LATHE_OK);
    assert_valid(&p);

    LLVMValueRef load = ir_valuemap_get(&v, load_before);
    assert_ptr_equal(load, load_before); /* in place */
    assert_ptr_equal(LLVMTypeOf(load), to);
    assert_ptr_equal(ir_valuemap_get(&v, other), global(&p, "other"));
    assert_ptr_equal(LLVMTypeOf(ir_valuemap_get(&v, param)), to);
    assert_false(says(&p, "%A"));
    ir_valuemap_free(&v);
    ir_typemap_free(&t);
    parsed_free(&p);
}

/* A mapping the caller gave for a constant is taken as it is. */
static void primed_constants_are_taken(void **state) {
    (void)state;
    parsed p = parse("@a = global i32 0\n"
                     "@c = global [2 x ptr] [ptr @a, ptr @c]\n"
                     "define i32 @f() {\n  ret i32 7\n}\n"
                     "!n = !{!0}\n"
                     "!0 = !{i32 7, i32 9}\n");
    ir_typemap t;
    ir_valuemap v;
    ir_typemap_init(&t, p.ctx, p.llvm);
    ir_valuemap_init(&v, &p.m, &t);
    LLVMValueRef data = LLVMGetInitializer(global(&p, "c"));
    ir_valuemap_set(&v, data, LLVMConstNull(LLVMTypeOf(data)));
    assert_int_equal(ir_valuemap_run(&v), LATHE_OK);
    assert_true(says(&p, "ret i32 7"));
    assert_true(says(&p, "!{i32 7, i32 9}"));
    assert_true(says(&p, "@c = global [2 x ptr] zeroinitializer"));
    ir_valuemap_free(&v);
    ir_typemap_free(&t);
    parsed_free(&p);
}

/* What is written between the steps holds for the bodies that follow, also for a global that has
 * been met. */
static void written_between_steps(void **state) {
    (void)state;
    parsed p = parse("@a = global i32 0\n"
                     "@b = global i32 0\n"
                     "@c = global ptr @a\n"
                     "define ptr @f() {\n  ret ptr @a\n}\n"
                     "define ptr @g() {\n  ret ptr @a\n}\n");
    ir_typemap t;
    ir_valuemap v;
    ir_typemap_init(&t, p.ctx, p.llvm);
    ir_valuemap_init(&v, &p.m, &t);
    ir_valuemap_begin(&v);
    ir_valuemap_body(&v, LLVMGetNamedFunction(p.m.llvm, "f"));
    ir_valuemap_set(&v, global(&p, "a"), global(&p, "b"));
    ir_valuemap_body(&v, LLVMGetNamedFunction(p.m.llvm, "g"));
    assert_int_equal(ir_valuemap_finish(&v), LATHE_OK);
    assert_true(says(&p, "@c = global ptr @a"));
    assert_true(says(&p, "ret ptr @a"));
    assert_true(says(&p, "ret ptr @b"));
    ir_valuemap_free(&v);
    ir_typemap_free(&t);
    parsed_free(&p);
}

/* Whichever allocation fails, the run ends with a status and the module can be disposed of. */
static void survives_lack_of_memory(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t n = 0; !done && n < 1000; n++) {
        parsed p = parse(text);
        failing f = {n};
        ir_params none = {.len = 0};
        str out;
        p.ctx->alloc = fail_after;
        p.ctx->alloc_data = &f;
        str_init(&out, p.ctx);
        done = ir_rename_structs(&p.m, &none, &out) == LATHE_OK;
        if (!done)
            assert_int_equal(lathe_ctx_status(p.ctx), LATHE_NO_MEMORY);
        else
            assert_valid(&p);
        p.ctx->alloc_data = &(failing){UINT64_MAX};
        parsed_free(&p);
    }
    assert_true(done);
}

static void survives_an_exhausted_budget(void **state) {
    (void)state;
    bool done = false;
    for (uint64_t n = 1; !done && n < 1000; n++) {
        parsed p = parse(text);
        ir_params none = {.len = 0};
        str out;
        str_init(&out, p.ctx);
        lathe_ctx_set_budget(p.ctx, n, 0);
        done = ir_rename_structs(&p.m, &none, &out) == LATHE_OK;
        if (!done)
            assert_int_equal(lathe_ctx_status(p.ctx), LATHE_GAVE_UP);
        parsed_free(&p);
    }
    assert_true(done);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(caller_primes_and_queries),
        cmocka_unit_test(primed_constants_are_taken),
        cmocka_unit_test(written_between_steps),
        cmocka_unit_test(survives_lack_of_memory),
        cmocka_unit_test(survives_an_exhausted_budget),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
