#include "failing_alloc.h"

#include "base/vec.h"

typedef VEC(int) ints;

static void elements_survive_growth(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    ints v = {0};
    for (int i = 0; i < 10000; i++)
        assert_true(vec_push(ctx, &v, i));
    assert_int_equal(v.len, 10000);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(v.at[i], i);
    assert_int_equal(vec_last(&v), 9999);
    assert_int_equal(vec_pop(&v), 9999);
    assert_int_equal(v.len, 9999);
    vec_clear(&v);
    assert_int_equal(v.len, 0);
    assert_true(v.cap >= 10000);
    vec_free(ctx, &v);
    assert_null(v.at);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void reserve_makes_room_at_once(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    ints v = {0};
    assert_true(vec_reserve(ctx, &v, 1000));
    int *before = v.at;
    for (int i = 0; i < 1000; i++)
        vec_push(ctx, &v, i);
    assert_ptr_equal(v.at, before);
    vec_free(ctx, &v);
    lathe_ctx_free(ctx);
}

static void structs_are_elements_too(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    typedef struct pair {
        int a, b;
    } pair;
    VEC(pair) v = {0};
    vec_push(ctx, &v, (pair){1, 2});
    assert_int_equal(v.at[0].b, 2);
    vec_free(ctx, &v);
    lathe_ctx_free(ctx);
}

static void overflow_leaves_the_vector_alone(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    ints v = {0};
    vec_push(ctx, &v, 7);
    assert_false(vec_reserve(ctx, &v, SIZE_MAX / 2));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    assert_int_equal(v.len, 1);
    assert_int_equal(v.at[0], 7);
    vec_free(ctx, &v);
    lathe_ctx_free(ctx);
}

static void fill(lathe_ctx *ctx) {
    ints v = {0};
    size_t pushed = 0;
    for (int i = 0; i < 500; i++)
        pushed += vec_push(ctx, &v, i);
    assert_int_equal(v.len, pushed);
    vec_free(ctx, &v);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(fill);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_survive_growth),
        cmocka_unit_test(reserve_makes_room_at_once),
        cmocka_unit_test(structs_are_elements_too),
        cmocka_unit_test(overflow_leaves_the_vector_alone),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
