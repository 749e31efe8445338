/* CanonExprs and blobs: what is written how, and what is refused. */
#include "hir_text.h"

static LLVMTypeRef int_type(hir_text *t, unsigned width) {
    return LLVMIntTypeInContext(t->p.llvm, width);
}

static hir_blob temp_blob(hir_text *t, const char *name, unsigned width) {
    hir_temp temp = hir_temp_named(&t->h, name);
    if (!temp)
        temp = hir_temp_new(&t->h, name, int_type(t, width), NULL);
    return hir_blob_temp(&t->h, temp);
}

/* The text of what the right side of the first statement becomes. */
typedef struct canon_row {
    const char *from;
    const char *cast; /* of the whole, in the verbose form */
} canon_row;

static void casts_and_divisions_of_the_whole_are_hidden(void **state) {
    (void)state;
    static const canon_row rows[] = {
        {"sext.i32.i64((3 * %w))", "sext.i32.i64(3 * %w)"},
        {"(%a /u 4) + 1", "(%a /u 4) + 1"},
        {"zext.i32.i64((%w / 4))", "zext.i32.i64((%w) / 4)"},
        {"(zext.i32.i64(%w)) / 4", "(zext.i32.i64(%w)) / 4"},
        {"trunc.i64.i8(sext.i32.i64(%w))", "trunc.i64.i8(sext.i32.i64(%w))"},
        {"2 * sext.i32.i64(%w)", "2 * sext.i32.i64(%w)"},
        {"(%a) / -4", "(%a / -4)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[200];
        snprintf(text, sizeof text, "TEMP %%w {i32}\n<1> (%%p)[%s] = 0;\n", rows[i].from);
        hir_text t;
        hir_text_read(&t, text);
        str out;
        str_init(&out, t.p.ctx);
        hir_canon_text(&t.h, node_at(&t.h, 1)->refs[0]->subscripts[0], true, &out);
        assert_string_equal(str_text(&out), rows[i].cast);
        str_free(&out);
        hir_text_end(&t);
    }
}

static void hiding_shows_the_cast_only_in_verbose_text(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    hir_blob w = temp_blob(&t, "%w", 32);
    hir_blob wide = hir_blob_make(&t.h, BLOB_SEXT, int_type(&t, 64), &w, 1);
    CanonExpr *ce = hir_canon_blob(&t.h, wide);
    assert_false(hir_is_self_blob(&t.h, ce));
    assert_canon(&t.h, ce, "sext(%w)");
    hir_canon_hide(&t.h, ce);
    assert_canon(&t.h, ce, "%w");
    assert_int_equal(ce->cast, HIR_CAST_SEXT);
    assert_false(hir_is_self_blob(&t.h, ce));
    /* Arithmetic on the value takes the cast back into the blob. */
    assert_true(hir_canon_add(&t.h, ce, hir_canon_constant(&t.h, int_type(&t, 64), 1)));
    assert_canon(&t.h, ce, "sext(%w) + 1");
    hir_text_end(&t);
}

static void common_factors_go_only_where_nothing_wraps(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    LLVMTypeRef i32 = int_type(&t, 32);
    CanonExpr *ce = hir_canon_constant(&t.h, i32, 4);
    assert_true(hir_canon_add_iv(&t.h, ce, 1, 6, 0));
    assert_true(hir_canon_add_blob(&t.h, ce, -2, temp_blob(&t, "%a", 32)));
    CanonExpr *exact = hir_canon_copy(&t.h, ce), *plain = hir_canon_copy(&t.h, ce);
    CanonExpr *is_unsigned = hir_canon_copy(&t.h, ce);
    exact->exact = is_unsigned->exact = true;
    assert_true(hir_canon_divide_by(&t.h, exact, 4, true));
    assert_canon(&t.h, exact, "(3 * i1 + -1 * %a + 2) / 2");
    assert_true(exact->exact);
    assert_true(hir_canon_divide_by(&t.h, plain, 4, true));
    assert_canon(&t.h, plain, "(6 * i1 + -2 * %a + 4) / 4");
    assert_true(hir_canon_divide_by(&t.h, plain, 3, true));
    assert_canon(&t.h, plain, "(6 * i1 + -2 * %a + 4) / 12");
    assert_false(hir_canon_divide_by(&t.h, plain, 2, false));
    assert_false(hir_canon_multiply_by(&t.h, plain, 12));
    assert_false(hir_canon_add(&t.h, plain, ce));
    assert_true(hir_canon_divide_by(&t.h, is_unsigned, 2, false));
    assert_canon(&t.h, is_unsigned, "(6 * i1 + -2 * %a + 4) /u 2");
    assert_true(hir_canon_divide_by(&t.h, exact, 1, true));
    assert_false(hir_canon_divide_by(&t.h, exact, -2, true));
    assert_false(hir_canon_divide_by(&t.h, exact, 0, true));
    hir_text_end(&t);
}

static void coefficients_that_do_not_fit_are_refused(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    CanonExpr *wide = hir_canon_iv(&t.h, int_type(&t, 64), 1);
    assert_true(hir_canon_multiply_by(&t.h, wide, INT64_MAX));
    assert_false(hir_canon_multiply_by(&t.h, wide, 2));
    assert_false(hir_canon_add_iv(&t.h, wide, 1, 1, 0));
    assert_true(hir_canon_add_constant(&t.h, wide, INT64_MIN));
    assert_false(hir_canon_negate(&t.h, wide));
    assert_canon(&t.h, wide, "9223372036854775807 * i1 + -9223372036854775808");
    /* In a narrow type they are what they are modulo its width. */
    CanonExpr *byte = hir_canon_iv(&t.h, int_type(&t, 8), 1);
    assert_true(hir_canon_multiply_by(&t.h, byte, 255));
    assert_canon(&t.h, byte, "-1 * i1");
    assert_false(hir_canon_add(&t.h, byte, wide));
    assert_false(hir_canon_add_iv(&t.h, byte, 0, 1, 0));
    assert_false(hir_canon_add_iv(&t.h, byte, HIR_MAX_LEVEL + 1, 1, 0));
    assert_false(hir_canon_add_blob(&t.h, byte, 1, temp_blob(&t, "%a", 32)));
    assert_canon(&t.h, byte, "-1 * i1");
    hir_text_end(&t);
}

static void substitution(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    LLVMTypeRef i64 = int_type(&t, 64);
    hir_blob a = temp_blob(&t, "%a", 64);
    CanonExpr *ce = hir_canon_constant(&t.h, i64, 5), *with = hir_canon_constant(&t.h, i64, 1);
    assert_true(hir_canon_add_iv(&t.h, ce, 1, 3, a));
    assert_true(hir_canon_add_iv(&t.h, ce, 2, 4, 0));
    assert_true(hir_canon_add_iv(&t.h, with, 1, 2, 0));
    assert_true(hir_canon_substitute(&t.h, ce, 1, with));
    assert_canon(&t.h, ce, "6 * %a * i1 + 4 * i2 + 3 * %a + 5");
    assert_true(hir_canon_substitute(&t.h, ce, 2, with));
    assert_canon(&t.h, ce, "((6 * %a) + 8) * i1 + 3 * %a + 9");
    assert_true(hir_canon_substitute(&t.h, ce, 3, with));
    assert_false(hir_canon_substitute(&t.h, ce, 1, hir_canon_iv(&t.h, int_type(&t, 32), 1)));
    assert_true(hir_canon_substitute(&t.h, ce, 1, hir_canon_constant(&t.h, i64, 0)));
    assert_canon(&t.h, ce, "3 * %a + 9");
    hir_text_end(&t);
}

static void merging_looks_at_types(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    LLVMTypeRef i32 = int_type(&t, 32), i64 = int_type(&t, 64);
    CanonExpr *a = hir_canon_ext(&t.h, i32, i64, HIR_CAST_SEXT);
    CanonExpr *b = hir_canon_ext(&t.h, i32, i64, HIR_CAST_SEXT);
    CanonExpr *zero_extended = hir_canon_ext(&t.h, i32, i64, HIR_CAST_ZEXT);
    CanonExpr *plain = hir_canon_iv(&t.h, i64, 1), *narrow = hir_canon_iv(&t.h, i32, 1);
    assert_true(hir_canon_mergeable(a, b));
    assert_false(hir_canon_mergeable(a, zero_extended));
    assert_false(hir_canon_mergeable(a, plain));
    assert_false(hir_canon_mergeable(plain, narrow));
    /* Inside of the cast terms may be put, but a sum of extended values is no extended sum. */
    assert_true(hir_canon_add_iv(&t.h, a, 1, 2, 0));
    assert_true(hir_canon_add_iv(&t.h, b, 2, 1, 0));
    assert_false(hir_canon_add(&t.h, a, b));
    int64_t value;
    assert_true(hir_canon_add_constant(&t.h, zero_extended, -1));
    assert_true(hir_is_constant(zero_extended, &value));
    assert_int_equal(value, UINT32_MAX);
    hir_text_end(&t);
}

static void blobs_are_bounded(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    LLVMTypeRef i64 = int_type(&t, 64);
    hir_blob b = temp_blob(&t, "%x", 64), two = hir_blob_constant(&t.h, i64, 2);
    uint32_t steps = 0;
    for (hir_blob next = b; next; steps++) {
        b = next;
        next = hir_blob_make(&t.h, steps % 2 ? BLOB_UDIV : BLOB_SMAX, i64, (hir_blob[]){b, two}, 2);
        assert_true(steps < 1000);
    }
    assert_true(steps > 10);
    assert_true(ctx_ok(t.p.ctx));
    hir_blob sum = b;
    assert_int_equal(hir_blob_make(&t.h, BLOB_SMIN, i64, (hir_blob[]){sum, 0}, 2), 0);
    assert_int_equal(hir_blob_make(&t.h, BLOB_ADD, LLVMInt128TypeInContext(t.p.llvm), &b, 1), 0);
    hir_blob narrow = temp_blob(&t, "%n", 32);
    assert_int_equal(hir_blob_make(&t.h, BLOB_ADD, i64, (hir_blob[]){two, narrow}, 2), 0);
    assert_int_equal(hir_blob_make(&t.h, BLOB_TRUNC, i64, &narrow, 1), 0);
    hir_text_end(&t);
}

static void values_without_arithmetic_stand_alone(void **state) {
    (void)state;
    hir_text t;
    hir_text_begin(&t);
    LLVMTypeRef f64 = LLVMDoubleTypeInContext(t.p.llvm);
    hir_blob x = hir_blob_temp(&t.h, hir_temp_new(&t.h, "%x", f64, NULL));
    CanonExpr *ce = hir_canon_blob(&t.h, x);
    assert_true(hir_is_self_blob(&t.h, ce));
    assert_int_equal(hir_canon_as_blob(&t.h, ce), x);
    assert_false(hir_canon_add_blob(&t.h, ce, 1, x));
    assert_false(hir_canon_add_constant(&t.h, ce, 1));
    assert_false(hir_canon_multiply_by(&t.h, ce, 2));
    assert_false(hir_canon_add_iv(&t.h, ce, 1, 1, 0));
    assert_false(hir_canon_add(&t.h, ce, hir_canon_copy(&t.h, ce)));
    assert_null(hir_canon_iv(&t.h, f64, 1));
    assert_canon(&t.h, ce, "%x");
    hir_text_end(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(casts_and_divisions_of_the_whole_are_hidden),
        cmocka_unit_test(hiding_shows_the_cast_only_in_verbose_text),
        cmocka_unit_test(common_factors_go_only_where_nothing_wraps),
        cmocka_unit_test(coefficients_that_do_not_fit_are_refused),
        cmocka_unit_test(substitution),
        cmocka_unit_test(merging_looks_at_types),
        cmocka_unit_test(blobs_are_bounded),
        cmocka_unit_test(values_without_arithmetic_stand_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
