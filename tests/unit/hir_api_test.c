/* HIR through the public API: counts, reasons, numbers out of range, budgets, failing memory. */
#include "module_text.h"

#include "lathe/hir.h"

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "@a = global [10 x [20 x i32]] zeroinitializer\n"
    "declare i32 @llvm.smin.i32(i32, i32)\n"
    "define i32 @nest(ptr %p, i32 %n, i8 %k) {\n"
    "entry:\n"
    "  br label %outer\n"
    "outer:\n"
    "  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.end ]\n"
    "  %x = phi i32 [ 1, %entry ], [ %y, %outer.end ]\n"
    "  %y = phi i32 [ 2, %entry ], [ %x, %outer.end ]\n"
    "  %m = call i32 @llvm.smin.i32(i32 %n, i32 %y)\n"
    "  br label %inner\n"
    "inner:\n"
    "  %j = phi i8 [ %k, %outer ], [ %j.next, %inner.end ]\n"
    "  %s = phi i32 [ %x, %outer ], [ %s.new, %inner.end ]\n"
    "  %q = phi ptr [ %p, %outer ], [ %q.next, %inner.end ]\n"
    "  %w = zext i8 %j to i64\n"
    "  %c = getelementptr [10 x [20 x i32]], ptr @a, i64 0, i64 %i, i64 %w\n"
    "  %v = load i32, ptr %c\n"
    "  switch i32 %v, label %one [ i32 3, label %two\n i32 4, label %out ]\n"
    "one:\n"
    "  %d = getelementptr i8, ptr %c, i64 84\n"
    "  %e = load i32, ptr %d\n"
    "  %f = mul i32 %e, %m\n"
    "  %s1 = add i32 %s, %f\n"
    "  br label %inner.end\n"
    "two:\n"
    "  store ptr %q, ptr %p\n"
    "  br label %inner.end\n"
    "inner.end:\n"
    "  %s.new = phi i32 [ %s1, %one ], [ %s, %two ]\n"
    "  %q.next = getelementptr inbounds i32, ptr %q, i64 3\n"
    "  %j.next = add i8 %j, 5\n"
    "  %more = icmp ne i8 %j.next, %k\n"
    "  br i1 %more, label %inner, label %outer.end\n"
    "outer.end:\n"
    "  %i.next = add nuw nsw i64 %i, 1\n"
    "  %again = icmp ult i64 %i.next, 10\n"
    "  br i1 %again, label %outer, label %done\n"
    "out:\n"
    "  ret i32 %s\n"
    "done:\n"
    "  ret i32 %s.new\n}\n"
    "define void @search(ptr %p, i1 %c) {\n"
    "entry:\n"
    "  br label %loop\n"
    "loop:\n"
    "  %q = phi ptr [ %p, %entry ], [ %next, %loop ]\n"
    "  %v = load i8, ptr %q\n"
    "  %next = getelementptr i8, ptr %q, i64 1\n"
    "  %more = icmp ne i8 %v, 0\n"
    "  br i1 %more, label %loop, label %odd\n"
    "odd:\n"
    "  br i1 %c, label %left, label %right\n"
    "left:\n"
    "  br i1 %c, label %right, label %exit\n"
    "right:\n"
    "  br i1 %c, label %left, label %exit\n"
    "exit:\n"
    "  ret void\n}\n"
    "define i32 @plain(i32 %x) {\n  ret i32 %x\n}\n";

static const lathe_hir_options as_is = {.struct_size = sizeof as_is, .as_is = true};

static void loops_are_counted(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    lathe_hir *h = lathe_hir_build(m, &as_is);
    assert_non_null(h);
    assert_int_equal(lathe_hir_function_count(h), 2);
    assert_string_equal(lathe_hir_function_name(h, 0), "nest");
    lathe_hir_counts all = LATHE_INIT(lathe_hir_counts), nest = all;
    assert_true(lathe_hir_count(h, LATHE_HIR_ALL, &all) && lathe_hir_count(h, 0, &nest));
    assert_int_equal(all.loops, 4);
    assert_int_equal(all.regions, 2);
    assert_int_equal(all.not_modelled, 1);
    assert_int_equal(all.while_loops, 1);
    assert_int_equal(nest.multi_exit_loops, 2);
    assert_int_equal(nest.do_loops, 0);
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void refusals_have_reasons(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    lathe_hir *h = lathe_hir_build(m, &as_is);
    lathe_hir_refusal r = LATHE_INIT(lathe_hir_refusal);
    lathe_hir_counts counts = LATHE_INIT(lathe_hir_counts);
    assert_int_equal(lathe_hir_refusal_count(h, 1), 2);
    assert_true(lathe_hir_refusal_get(h, 1, 0, &r));
    assert_string_equal(r.id, "irreducible");
    assert_string_equal(r.loop, "left");
    assert_false(r.modelled);
    assert_true(lathe_hir_refusal_get(h, 1, 1, &r));
    assert_string_equal(r.id, "no-induction");
    assert_true(r.modelled);
    assert_false(lathe_hir_refusal_get(h, 1, 2, &r));
    assert_false(lathe_hir_refusal_get(h, 2, 0, &r));
    assert_null(lathe_hir_function_name(h, 2));
    assert_false(lathe_hir_count(h, 2, &counts));
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void functions_are_chosen(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    lathe_hir *h =
        lathe_hir_build(m, &LATHE_WITH(lathe_hir_options, .function = "search", .as_is = true));
    assert_int_equal(lathe_hir_function_count(h), 1);
    lathe_hir_free(h);
    h = lathe_hir_build(m, &LATHE_WITH(lathe_hir_options, .function = "plain"));
    assert_int_equal(lathe_hir_function_count(h), 0);
    lathe_hir_free(h);
    assert_null(lathe_hir_build(m, &LATHE_WITH(lathe_hir_options, .function = "nset")));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_USAGE);
    assert_non_null(strstr(lathe_ctx_error(ctx), "did you mean 'nest'?"));
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static char *report(lathe_module *m, uint64_t which) {
    lathe_hir *h = lathe_hir_build(m, &as_is);
    char *text = !h ? NULL : which % 2 ? lathe_hir_json(h, NULL) : lathe_hir_text(h, NULL);
    lathe_hir_free(h);
    return text;
}

static void reports_repeat_themselves(void **state) {
    (void)state;
    for (int json = 0; json < 2; json++) {
        char *texts[2];
        for (int i = 0; i < 2; i++) {
            lathe_ctx *ctx = lathe_ctx_new();
            lathe_module *m = module_from_text(ctx, program);
            texts[i] = report(m, json);
            assert_non_null(texts[i]);
            lathe_module_free(m);
            lathe_ctx_free(ctx);
        }
        assert_string_equal(texts[0], texts[1]);
        lathe_free(texts[0]);
        lathe_free(texts[1]);
    }
}

static void small_budgets_end_in_giving_up(void **state) {
    (void)state;
    assert_true(count_given_up(program, report, 4000) > 20);
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    for (uint64_t which = 0; which < 2; which++)
        expect_failing_memory_is_reported(program, report, which);
}

static const char gather[] = "define void @f(ptr %a, ptr %b) {\n"
                             "entry:\n"
                             "  br label %loop\n"
                             "loop:\n"
                             "  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]\n"
                             "  %p = getelementptr i64, ptr %b, i64 %i\n"
                             "  %x = load i64, ptr %p\n"
                             "  %q = getelementptr i64, ptr %a, i64 %x\n"
                             "  store i64 1, ptr %q\n"
                             "  %i.next = add nuw nsw i64 %i, 1\n"
                             "  %more = icmp ult i64 %i.next, 10\n"
                             "  br i1 %more, label %loop, label %done\n"
                             "done:\n"
                             "  ret void\n}\n";

/* Node and reference of the only one that is indexed, of all there are. */
static void indexed_references_are_told(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, gather);
    lathe_hir *h = lathe_hir_build(m, &as_is);
    unsigned found = 0, index = 0, store = 0;
    for (unsigned node = 0; node < 20; node++)
        for (size_t ref = 0; ref < 4; ref++)
            if (lathe_hir_ref_indexing(h, 0, 0, node, ref, &index)) {
                assert_int_equal(lathe_hir_ref_indexing(h, 0, 0, node, ref, &index),
                                 LATHE_HIR_INDEXED_BY_SUBSCRIPT);
                assert_int_equal(ref, 0);
                store = node;
                found++;
            }
    assert_int_equal(found, 1);
    char *text = lathe_hir_text(h, &LATHE_WITH(lathe_hir_view, .numbers = true));
    char load_line[16], store_line[16];
    snprintf(load_line, sizeof load_line, "<%u> ", index);
    snprintf(store_line, sizeof store_line, "<%u> ", store);
    assert_non_null(strstr(strstr(text, load_line), "= (%b)[i1];"));
    assert_true(strstr(text, load_line) < strstr(text, "= (%b)[i1];"));
    assert_non_null(strstr(strstr(text, store_line), "(%a)[%x] = 1;"));
    assert_int_equal(lathe_hir_ref_indexing(h, 1, 0, store, 0, &index), LATHE_HIR_NOT_INDEXED);
    assert_int_equal(lathe_hir_ref_indexing(h, 0, 1, store, 0, &index), LATHE_HIR_NOT_INDEXED);
    lathe_free(text);
    lathe_hir_free(h);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_counted),
        cmocka_unit_test(refusals_have_reasons),
        cmocka_unit_test(functions_are_chosen),
        cmocka_unit_test(indexed_references_are_told),
        cmocka_unit_test(reports_repeat_themselves),
        cmocka_unit_test(small_budgets_end_in_giving_up),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
