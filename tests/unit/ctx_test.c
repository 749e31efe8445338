#include "failing_alloc.h"

#include "base/ctx.h"

#include <string.h>

static void the_first_failure_stays(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    assert_int_equal(lathe_ctx_status(ctx), LATHE_OK);
    assert_string_equal(lathe_ctx_error(ctx), "");
    assert_int_equal(ctx_fail(ctx, LATHE_IO, "file %d", 1), LATHE_IO);
    assert_int_equal(ctx_fail(ctx, LATHE_INTERNAL, "later"), LATHE_IO);
    assert_string_equal(lathe_ctx_error(ctx), "file 1");
    assert_false(ctx_tick(ctx, 1));
    lathe_ctx_clear(ctx);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_OK);
    assert_string_equal(lathe_ctx_error(ctx), "");
    assert_true(ctx_tick(ctx, 1));
    lathe_ctx_free(ctx);
}

static void long_errors_are_cut(void **state) {
    (void)state;
    char text[3 * CTX_ERROR_SIZE];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    lathe_ctx *ctx = lathe_ctx_new();
    ctx_fail(ctx, LATHE_IO, "%s", text);
    assert_int_equal(strlen(lathe_ctx_error(ctx)), CTX_ERROR_SIZE - 1);
    lathe_ctx_free(ctx);
}

static void statuses_have_names_and_exit_codes(void **state) {
    (void)state;
    static const struct {
        lathe_status status;
        const char *name;
        int code;
    } rows[] = {
        {LATHE_OK, "ok", 0},
        {LATHE_GATE_FAILED, "gate-failed", 1},
        {LATHE_USAGE, "usage", 2},
        {LATHE_IO, "io", 2},
        {LATHE_BAD_INPUT, "bad-input", 3},
        {LATHE_GAVE_UP, "gave-up", 4},
        {LATHE_NO_MEMORY, "no-memory", 4},
        {LATHE_INTERNAL, "internal", 70},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(lathe_status_name(rows[i].status), rows[i].name);
        assert_int_equal(lathe_status_exit_code(rows[i].status), rows[i].code);
    }
}

static void the_operation_budget_ends_work(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_ctx_set_budget(ctx, 10, 0);
    assert_true(ctx_tick(ctx, 10));
    assert_false(ctx_tick(ctx, 1));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_GAVE_UP);
    assert_string_equal(lathe_ctx_error(ctx), "work budget of 10 operations is used up");
    lathe_ctx_clear(ctx);
    assert_true(ctx_tick(ctx, 10));
    lathe_ctx_free(ctx);
}

static void the_byte_budget_counts_what_is_held(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    lathe_ctx_set_budget(ctx, 0, 100);
    void *a = ctx_realloc(ctx, NULL, 0, 60);
    assert_non_null(a);
    assert_null(ctx_realloc(ctx, NULL, 0, 41));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_GAVE_UP);
    lathe_ctx_clear(ctx);
    a = ctx_realloc(ctx, a, 60, 100);
    assert_non_null(a);
    assert_int_equal(ctx->bytes_used, 100);
    a = ctx_realloc(ctx, a, 100, 10);
    void *b = ctx_realloc(ctx, NULL, 0, 90);
    assert_non_null(b);
    ctx_free(ctx, a, 10);
    ctx_free(ctx, b, 90);
    ctx_free(ctx, NULL, 0);
    assert_int_equal(ctx->bytes_used, 0);
    assert_null(ctx_realloc(ctx, NULL, 0, SIZE_MAX));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_GAVE_UP);
    lathe_ctx_free(ctx);
}

static void lowering_the_budget_below_what_is_held(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    void *a = ctx_realloc(ctx, NULL, 0, 60);
    lathe_ctx_set_budget(ctx, 0, 50);
    assert_null(ctx_realloc(ctx, NULL, 0, 1));
    lathe_ctx_clear(ctx);
    a = ctx_realloc(ctx, a, 60, 40);
    assert_non_null(a);
    ctx_free(ctx, a, 40);
    lathe_ctx_free(ctx);
}

static void products_are_checked(void **state) {
    (void)state;
    size_t product;
    lathe_ctx *ctx = lathe_ctx_new();
    assert_true(ctx_size_mul(ctx, SIZE_MAX / 8, 8, &product));
    assert_int_equal(product, SIZE_MAX / 8 * 8);
    assert_false(ctx_size_mul(ctx, SIZE_MAX / 8 + 1, 8, &product));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    lathe_ctx_free(ctx);
}

static void counters_and_phases_add_up(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    ctx_count(ctx, "second", 1);
    ctx_count(ctx, "first", 2);
    ctx_count(ctx, "second", 3);
    assert_int_equal(ctx->counter_count, 2);
    assert_string_equal(ctx->counters[0].name, "second");
    assert_int_equal(ctx->counters[0].value, 4);
    for (int i = 0; i < 3; i++)
        ctx_phase_end(ctx, ctx_phase_begin(ctx, "phase"));
    assert_int_equal(ctx->phase_count, 1);
    lathe_ctx_free(ctx);
}

static void full_tables_drop_what_is_new(void **state) {
    (void)state;
    static char names[CTX_MAX_COUNTERS + 8][8];
    lathe_ctx *ctx = lathe_ctx_new();
    for (int i = 0; i < CTX_MAX_COUNTERS + 8; i++) {
        names[i][0] = (char)('a' + i % 26);
        names[i][1] = (char)('a' + i / 26);
        ctx_count(ctx, names[i], 1);
        ctx_phase_end(ctx, ctx_phase_begin(ctx, names[i]));
    }
    ctx_count(ctx, names[0], 1);
    assert_int_equal(ctx->counter_count, CTX_MAX_COUNTERS);
    assert_int_equal(ctx->phase_count, CTX_MAX_PHASES);
    assert_int_equal(ctx->counters[0].value, 2);
    lathe_ctx_free(ctx);
}

typedef struct heard {
    int diags, temps;
    const char *phase;
    uint64_t done, total;
} heard;

static void hear_diag(void *data, const lathe_diag *diag) {
    ((heard *)data)->diags += diag->severity == LATHE_WARNING;
}

static void hear_progress(void *data, const char *phase, uint64_t done, uint64_t total) {
    heard *h = data;
    h->phase = phase;
    h->done = done;
    h->total = total;
}

static void hear_temp(void *data, const char *path) {
    ((heard *)data)->temps += path ? 1 : -1;
}

static void hooks_are_called(void **state) {
    (void)state;
    heard h = {0};
    lathe_ctx *ctx = lathe_ctx_new();
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_WARNING});
    ctx_progress(ctx, "unheard", 1, 2);
    ctx_temp(ctx, "unheard");
    lathe_ctx_set_diag(ctx, hear_diag, &h);
    ctx->progress = hear_progress;
    ctx->temp = hear_temp;
    ctx->progress_data = ctx->temp_data = &h;
    ctx_diag(ctx, &(lathe_diag){.severity = LATHE_WARNING});
    ctx_temp(ctx, "file");
    assert_int_equal(h.temps, 1);
    ctx_temp(ctx, NULL);
    assert_int_equal(h.temps, 0);
    assert_int_equal(h.diags, 1);
    ctx_phase_begin(ctx, "work");
    assert_string_equal(h.phase, "work");
    ctx_progress(ctx, "work", 3, 9);
    assert_int_equal(h.done, 3);
    assert_int_equal(h.total, 9);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_failure_stays),
        cmocka_unit_test(long_errors_are_cut),
        cmocka_unit_test(statuses_have_names_and_exit_codes),
        cmocka_unit_test(the_operation_budget_ends_work),
        cmocka_unit_test(the_byte_budget_counts_what_is_held),
        cmocka_unit_test(lowering_the_budget_below_what_is_held),
        cmocka_unit_test(products_are_checked),
        cmocka_unit_test(counters_and_phases_add_up),
        cmocka_unit_test(full_tables_drop_what_is_new),
        cmocka_unit_test(hooks_are_called),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
