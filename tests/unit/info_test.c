/* The module summary through the public API: values, choices, budgets, failing memory. */
#include "module_text.h"

#include "ir/summary.h"

static const char program[] = "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
                              "%struct.wide = type { i8, i64, i8 }\n"
                              "%struct.tight = type { i64, i8 }\n"
                              "@w = global %struct.wide zeroinitializer\n"
                              "@t = external global %struct.tight\n"
                              "declare void @ext()\n"
                              "declare double @llvm.fabs.f64(double)\n"
                              "define void @nest(i1 %c) {\n"
                              "entry:\n  br label %outer\n"
                              "outer:\n  br label %inner\n"
                              "inner:\n  call void @ext()\n  br i1 %c, label %inner, label %latch\n"
                              "latch:\n  br i1 %c, label %outer, label %done\n"
                              "done:\n  ret void\n}\n"
                              "define double @twisted(i1 %c, double %x) {\n"
                              "entry:\n  br i1 %c, label %a, label %b\n"
                              "a:\n  br label %b\n"
                              "b:\n  br i1 %c, label %a, label %out\n"
                              "out:\n  %y = call double @llvm.fabs.f64(double %x)\n"
                              "  %z = fadd double %y, 1.0\n  ret double %z\n}\n";

static void counts_are_right(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    ir_summary s;
    assert_true(ir_summary_init(&s, m));
    assert_int_equal(s.defined, 2);
    assert_int_equal(s.declared, 1);
    assert_int_equal(s.intrinsics, 1);
    assert_int_equal(s.globals_defined, 1);
    assert_int_equal(s.globals_declared, 1);
    assert_int_equal(s.blocks, 9);
    assert_int_equal(s.instructions, 12);
    assert_int_equal(s.by_class[IR_OP_CALL], 2);
    assert_int_equal(s.by_class[IR_OP_FLOAT], 1);
    assert_int_equal(s.by_class[IR_OP_CONTROL], 9);
    assert_int_equal(s.loops, 2);
    assert_int_equal(s.loops_at.len, 2);
    assert_int_equal(s.loops_at.at[1], 1);
    assert_int_equal(s.irreducible, 1);
    assert_int_equal(s.structs.all.len, 2);
    assert_int_equal(s.structs.all.at[0].hole_bits, 56);
    assert_int_equal(s.structs.all.at[0].tail_bits, 56);
    ir_summary_free(&s);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void text_orders_by_padding_and_repeats_itself(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    char *first = lathe_module_info(m, false), *second = lathe_module_info(m, false);
    assert_non_null(first);
    assert_string_equal(first, second);
    const char *wide = strstr(first, "struct.wide "), *tight = strstr(first, "struct.tight ");
    assert_true(wide && tight && wide < tight);
    lathe_free(first);
    lathe_free(second);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void one_type_can_be_chosen(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    char *text = lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .type = "struct.tight"));
    assert_string_equal(text, "struct.tight: 16 bytes, align 8, 2 fields, 7 bytes padding\n"
                              "      offset     size\n"
                              "           0        8  i64\n"
                              "           8        1  i8\n"
                              "           9        7  <padding>\n");
    lathe_free(text);
    assert_null(lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .type = "tigh")));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_USAGE);
    assert_string_equal(lathe_ctx_error(ctx), "no struct type 'tigh' in this program");
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

static void small_budgets_end_in_giving_up(void **state) {
    (void)state;
    size_t gave_up = 0;
    for (uint64_t budget = 1; budget < 400; budget++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, program);
        lathe_ctx_set_budget(ctx, budget, 0);
        char *text = lathe_module_info_with(m, &LATHE_WITH(lathe_info_options, .layouts = true));
        assert_int_equal(text == NULL, lathe_ctx_status(ctx) == LATHE_GAVE_UP);
        gave_up += text == NULL;
        lathe_free(text);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
    assert_true(gave_up > 20 && gave_up < 399);
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    expect_failing_memory_is_reported(program, info_report, 0);
    expect_failing_memory_is_reported(program, info_report, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_right),
        cmocka_unit_test(text_orders_by_padding_and_repeats_itself),
        cmocka_unit_test(one_type_can_be_chosen),
        cmocka_unit_test(small_budgets_end_in_giving_up),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
