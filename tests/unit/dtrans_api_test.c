/* The analysis through the public API: answers, numbers out of range, budgets, failing memory. */
#include "module_text.h"

#include "lathe/dtrans.h"

static const char program[] =
    "target datalayout = \"e-i64:64-n8:16:32:64-S128\"\n"
    "%struct.node = type { i8, i64, ptr }\n"
    "%struct.leaked = type { i8, i64 }\n"
    "declare ptr @malloc(i64)\n"
    "declare void @outside(ptr)\n"
    "define i32 @main() {\n"
    "  %n = call ptr @malloc(i64 48)\n"
    "  %v = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 1\n"
    "  store i64 7, ptr %v\n"
    "  %x = getelementptr inbounds %struct.node, ptr %n, i32 0, i32 2\n"
    "  store ptr %n, ptr %x\n"
    "  %next = load ptr, ptr %x\n"
    "  %w = getelementptr inbounds %struct.node, ptr %next, i32 0, i32 1\n"
    "  %r = load i64, ptr %w\n"
    "  %l = call ptr @malloc(i64 16)\n"
    "  %f = getelementptr inbounds %struct.leaked, ptr %l, i32 0, i32 1\n"
    "  store i64 %r, ptr %f\n"
    "  call void @outside(ptr %l)\n"
    "  ret i32 0\n}\n";

typedef struct fixture {
    lathe_ctx *ctx;
    lathe_module *m;
    lathe_dtrans *d;
} fixture;

static fixture analyzed(void) {
    fixture f = {.ctx = lathe_ctx_new()};
    f.m = module_from_text(f.ctx, program);
    f.d = lathe_dtrans_analyze(f.m, NULL);
    assert_non_null(f.d);
    return f;
}

static void fixture_free(fixture *f) {
    lathe_dtrans_free(f->d);
    lathe_module_free(f->m);
    lathe_ctx_free(f->ctx);
}

static void types_and_fields_are_told(void **state) {
    (void)state;
    fixture f = analyzed();
    lathe_dtrans_field field = LATHE_INIT(lathe_dtrans_field);
    assert_null(lathe_dtrans_not_whole_reason(f.d));
    assert_false(lathe_dtrans_has_exceptions(f.d));
    assert_int_equal(lathe_dtrans_type_count(f.d), 2);
    size_t node = lathe_dtrans_type_find(f.d, "node");
    assert_int_equal(node, lathe_dtrans_type_find(f.d, "struct.node"));
    assert_string_equal(lathe_dtrans_type_name(f.d, node), "struct.node");
    assert_int_equal(lathe_dtrans_type_size(f.d, node), 24);
    assert_int_equal(lathe_dtrans_type_align(f.d, node), 8);
    assert_true(lathe_dtrans_type_frequency(f.d, node) > 0);
    assert_int_equal(lathe_dtrans_field_count(f.d, node), 3);
    assert_true(lathe_dtrans_field_get(f.d, node, 1, &field));
    assert_int_equal(field.offset, 8);
    assert_int_equal(field.size, 8);
    assert_int_equal(field.reads, 1);
    assert_int_equal(field.writes, 1);
    assert_false(field.never_read);
    assert_string_equal(field.single_value, "7");
    assert_true(lathe_dtrans_field_get(f.d, node, 0, &field));
    assert_true(field.never_read);
    assert_null(field.single_value);
    fixture_free(&f);
}

static void verdicts_have_reasons(void **state) {
    (void)state;
    fixture f = analyzed();
    const char *names[4] = {0};
    lathe_dtrans_use use = LATHE_INIT(lathe_dtrans_use);
    size_t node = lathe_dtrans_type_find(f.d, "node");
    size_t leaked = lathe_dtrans_type_find(f.d, "leaked");
    bool found = false;
    for (size_t t = 0; t < lathe_dtrans_transform_count(); t++) {
        assert_true(lathe_dtrans_is_legal(f.d, node, lathe_dtrans_transform_name(t)));
        assert_false(lathe_dtrans_is_legal(f.d, leaked, lathe_dtrans_transform_name(t)));
    }
    assert_int_equal(lathe_dtrans_blocked_by(f.d, node, "pool", names, 4), 0);
    assert_int_equal(lathe_dtrans_blocked_by(f.d, leaked, "reorder-fields", names, 4), 1);
    assert_string_equal(names[0], "AddressTaken");
    names[0] = NULL;
    assert_true(lathe_dtrans_blocked_by(f.d, leaked, "reorder-fields", names, 0) == 1 && !names[0]);
    assert_int_equal(lathe_dtrans_use_count(f.d, node), 0);
    for (size_t i = 0; lathe_dtrans_use_get(f.d, leaked, i, &use); i++)
        found |= strcmp(use.condition, "AddressTaken") == 0 && strstr(use.reason, "not define") &&
                 strcmp(use.function, "main") == 0 && !use.file && !use.line;
    assert_true(found);
    fixture_free(&f);
}

static void numbers_out_of_range_are_harmless(void **state) {
    (void)state;
    fixture f = analyzed();
    lathe_dtrans_field field = LATHE_INIT(lathe_dtrans_field);
    lathe_dtrans_use use = LATHE_INIT(lathe_dtrans_use);
    const size_t none = LATHE_DTRANS_NONE;
    assert_int_equal(lathe_dtrans_type_find(f.d, "nod"), none);
    assert_null(lathe_dtrans_type_name(f.d, 2));
    assert_int_equal(lathe_dtrans_type_size(f.d, none) + lathe_dtrans_type_align(f.d, none), 0);
    assert_int_equal(lathe_dtrans_field_count(f.d, none) + lathe_dtrans_use_count(f.d, none), 0);
    assert_false(lathe_dtrans_field_get(f.d, 0, 3, &field));
    assert_false(lathe_dtrans_use_get(f.d, none, 0, &use));
    assert_false(lathe_dtrans_is_legal(f.d, none, "pool"));
    assert_false(lathe_dtrans_is_legal(f.d, 0, "pol"));
    assert_int_equal(lathe_dtrans_blocked_by(f.d, none, "pool", NULL, 0), 0);
    assert_null(lathe_dtrans_transform_name(lathe_dtrans_transform_count()));
    lathe_dtrans_free(NULL);
    fixture_free(&f);
}

static void exports_make_a_library_whole(void **state) {
    (void)state;
    static const char *const exports[] = {"api"};
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, "define void @api() {\n  ret void\n}\n");
    lathe_dtrans *d = lathe_dtrans_analyze(m, NULL);
    assert_non_null(strstr(lathe_dtrans_not_whole_reason(d), "no main"));
    lathe_dtrans_free(d);
    d = lathe_dtrans_analyze(
        m, &LATHE_WITH(lathe_dtrans_options, .exports = exports, .export_count = 1));
    assert_null(lathe_dtrans_not_whole_reason(d));
    lathe_dtrans_free(d);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

/* What is not exported is inside, so the struct that leaves through it may change. */
static void exports_hold_for_transforms(void **state) {
    (void)state;
    static const char text[] =
        "target datalayout = \"e-i64:64-n8:16:32:64\"\n"
        "%struct.s = type { i8, i64, i32 }\n"
        "declare ptr @calloc(i64, i64)\n"
        "define ptr @leak() {\n"
        "  %p = call ptr @calloc(i64 1, i64 24)\n"
        "  %f = getelementptr inbounds %struct.s, ptr %p, i32 0, i32 1\n"
        "  store i64 3, ptr %f\n  %h = getelementptr inbounds %struct.s, ptr %p, i32 0, i32 2\n"
        "  store i32 1, ptr %h\n  ret ptr %p\n}\n"
        "define i64 @api() {\n  %p = call ptr @leak()\n"
        "  %f = getelementptr inbounds %struct.s, ptr %p, i32 0, i32 1\n"
        "  %v = load i64, ptr %f\n  ret i64 %v\n}\n";
    for (int named = 0; named < 2; named++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, text);
        size_t changed = 7;
        assert_int_equal(lathe_dtrans_export(m, NULL), LATHE_OK);
        assert_int_equal(lathe_dtrans_apply(m, "reorder-fields", &changed), LATHE_OK);
        assert_int_equal(changed, 0);
        assert_int_equal(lathe_dtrans_export(m, named ? "api,leak" : "api"), LATHE_OK);
        assert_int_equal(lathe_dtrans_apply(m, "reorder-fields", &changed), LATHE_OK);
        assert_int_equal(changed, named ? 0 : 1);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

static void reports_repeat_themselves(void **state) {
    (void)state;
    typedef char *report_fn(lathe_dtrans *, const lathe_dtrans_view *);
    report_fn *const reports[] = {lathe_dtrans_text, lathe_dtrans_json, lathe_dtrans_html};
    const lathe_dtrans_view views[] = {LATHE_INIT(lathe_dtrans_view),
                                       LATHE_WITH(lathe_dtrans_view, .advise = true),
                                       LATHE_WITH(lathe_dtrans_view, .type = "leaked")};
    fixture f = analyzed(), g = analyzed();
    for (size_t i = 0; i < 3; i++)
        for (size_t v = 0; v < 3; v++) {
            char *first = reports[i](f.d, &views[v]), *second = reports[i](g.d, &views[v]);
            assert_true(first && second && strlen(first) > 40);
            assert_string_equal(first, second);
            lathe_free(first);
            lathe_free(second);
        }
    assert_null(lathe_dtrans_text(f.d, &LATHE_WITH(lathe_dtrans_view, .type = "leakd")));
    assert_int_equal(lathe_ctx_status(f.ctx), LATHE_USAGE);
    assert_non_null(strstr(lathe_ctx_error(f.ctx), "did you mean 'leaked'?"));
    fixture_free(&g);
    fixture_free(&f);
}

/* One of the reports, so that a sweep reaches them all. */
static char *report(lathe_module *m, uint64_t which) {
    lathe_dtrans *d = lathe_dtrans_analyze(m, NULL);
    lathe_dtrans_view view = LATHE_WITH(lathe_dtrans_view, .advise = which % 4 == 3,
                                        .type = which % 4 == 2 ? "leaked" : NULL);
    char *text = NULL;
    if (d)
        text = which % 4 == 0   ? lathe_dtrans_json(d, &view)
               : which % 4 == 1 ? lathe_dtrans_html(d, &view)
                                : lathe_dtrans_text(d, &view);
    lathe_dtrans_free(d);
    return text;
}

static void small_budgets_end_in_giving_up(void **state) {
    (void)state;
    assert_true(count_given_up(program, report, 1500) > 20);
}

static void failing_memory_is_reported(void **state) {
    (void)state;
    for (uint64_t which = 0; which < 4; which++)
        expect_failing_memory_is_reported(program, report, which);
}

static uint64_t size_of(lathe_module *m, const char *name) {
    lathe_dtrans *d = lathe_dtrans_analyze(m, NULL);
    assert_non_null(d);
    size_t type = lathe_dtrans_type_find(d, name);
    assert_true(type != LATHE_DTRANS_NONE);
    uint64_t size = lathe_dtrans_type_size(d, type);
    lathe_dtrans_free(d);
    return size;
}

static void transforms_are_applied(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    size_t changed = 7;
    assert_int_equal(size_of(m, "struct.node"), 24);
    assert_int_equal(lathe_dtrans_apply(m, "delete-fields", &changed), LATHE_OK);
    assert_int_equal(changed, 1);
    assert_int_equal(size_of(m, "__DFD_struct.node"), 8);
    assert_int_equal(size_of(m, "struct.leaked"), 16);
    assert_int_equal(lathe_dtrans_apply(m, "delete-fields", &changed), LATHE_OK);
    assert_int_equal(changed, 0);
    assert_int_equal(lathe_dtrans_apply(m, "reorder-fields", NULL), LATHE_OK);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
}

typedef struct heard {
    size_t passed, missed;
    char last[256]; /* of what was done */
} heard;

static void hear(void *data, const lathe_remark *r) {
    heard *h = data;
    assert_int_equal(r->struct_size, sizeof *r);
    assert_non_null(strstr(r->message, r->parts[r->part_count - 1].value));
    h->passed += r->kind == LATHE_REMARK_PASSED;
    h->missed += r->kind == LATHE_REMARK_MISSED;
    if (r->kind == LATHE_REMARK_PASSED)
        snprintf(h->last, sizeof h->last, "%s: %s", r->pass, r->message);
}

static heard hear_remarks(const char *skip, const char *passes, lathe_status status) {
    heard h = {0};
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_module *m = module_from_text(ctx, program);
    lathe_ctx_set_remarks(ctx, hear, &h);
    assert_int_equal(lathe_dtrans_choose(m, NULL, skip), LATHE_OK);
    assert_int_equal(lathe_run_passes(m, passes, NULL), status);
    lathe_ctx_set_remarks(ctx, NULL, NULL);
    lathe_run_passes(m, "dtrans-reorder-fields", NULL);
    lathe_module_free(m);
    lathe_ctx_free(ctx);
    return h;
}

static void remarks_are_heard(void **state) {
    (void)state;
    const char *pass = "dtrans-delete-fields", *fails = "dtrans-delete-fields,no-such-pass";
    heard changed = hear_remarks(NULL, pass, LATHE_OK), kept = hear_remarks("node", pass, LATHE_OK),
          failed = hear_remarks(NULL, fails, LATHE_USAGE);
    assert_int_equal(changed.passed, 1);
    assert_non_null(strstr(changed.last, "dtrans-delete-fields: struct.node had 24 bytes"));
    assert_int_equal(kept.passed, 0);
    assert_true(kept.missed > changed.missed);
    assert_int_equal(failed.passed + failed.missed, 0);
}

static void what_is_no_transform_is_not_applied(void **state) {
    (void)state;
    static const char *const names[] = {"", "analysis", "peel", "no-such", "delete-fields,shuffle"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lathe_ctx *ctx = lathe_ctx_new();
        lathe_module *m = module_from_text(ctx, program);
        size_t changed = 7;
        assert_int_equal(lathe_dtrans_apply(m, names[i], &changed), LATHE_USAGE);
        assert_int_equal(changed, 0);
        lathe_ctx_clear(ctx);
        assert_int_equal(size_of(m, "struct.node"), 24);
        lathe_module_free(m);
        lathe_ctx_free(ctx);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_fields_are_told),
        cmocka_unit_test(verdicts_have_reasons),
        cmocka_unit_test(numbers_out_of_range_are_harmless),
        cmocka_unit_test(exports_make_a_library_whole),
        cmocka_unit_test(exports_hold_for_transforms),
        cmocka_unit_test(transforms_are_applied),
        cmocka_unit_test(remarks_are_heard),
        cmocka_unit_test(what_is_no_transform_is_not_applied),
        cmocka_unit_test(reports_repeat_themselves),
        cmocka_unit_test(small_budgets_end_in_giving_up),
        cmocka_unit_test(failing_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
