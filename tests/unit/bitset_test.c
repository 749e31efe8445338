#include "failing_alloc.h"

#include "base/bitset.h"

static bitset make(arena *a, size_t bits, const size_t *members, size_t length) {
    bitset s;
    assert_true(bitset_init(&s, a, bits));
    for (size_t i = 0; i < length; i++)
        bitset_add(&s, members[i]);
    return s;
}

static size_t count(const bitset *s) {
    size_t members = 0;
    for (int64_t i = bitset_next(s, 0); i != BITSET_END; i = bitset_next(s, (size_t)i + 1))
        members++;
    return members;
}

static void sets_around_word_borders(void **state) {
    (void)state;
    static const size_t sizes[] = {0, 1, 63, 64, 65, 127, 128, 1000};
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        bitset s = make(&a, sizes[k], NULL, 0);
        assert_int_equal(count(&s), 0);
        assert_int_equal(bitset_next(&s, 0), BITSET_END);
        for (size_t i = 0; i < sizes[k]; i++)
            bitset_add(&s, i);
        assert_int_equal(count(&s), sizes[k]);
        if (sizes[k]) {
            size_t last = sizes[k] - 1;
            assert_true(bitset_has(&s, last));
            assert_int_equal(bitset_next(&s, last), (int64_t)last);
            bitset_remove(&s, last);
            assert_false(bitset_has(&s, last));
            assert_int_equal(bitset_next(&s, last), BITSET_END);
        }
        assert_int_equal(bitset_next(&s, sizes[k]), BITSET_END);
    }
    arena_free(&a);
    lathe_ctx_free(ctx);
}

static void next_walks_all_members(void **state) {
    (void)state;
    static const size_t members[] = {0, 5, 63, 64, 129, 199};
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    bitset s = make(&a, 200, members, 6);
    size_t k = 0;
    for (int64_t i = bitset_next(&s, 0); i != BITSET_END; i = bitset_next(&s, (size_t)i + 1))
        assert_int_equal(i, (int64_t)members[k++]);
    assert_int_equal(k, 6);
    arena_free(&a);
    lathe_ctx_free(ctx);
}

static void operations_say_whether_they_changed(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    bitset x = make(&a, 130, (const size_t[]){1, 100}, 2);
    bitset y = make(&a, 130, (const size_t[]){100, 129}, 2);
    bitset z = make(&a, 130, NULL, 0);
    bitset_copy(&z, &x);
    assert_int_equal(count(&z), 2);
    assert_true(bitset_has(&z, 1) && bitset_has(&z, 100));
    assert_true(bitset_union(&z, &y));
    assert_false(bitset_union(&z, &y));
    assert_int_equal(count(&z), 3);
    assert_true(bitset_subtract(&z, &x));
    assert_false(bitset_subtract(&z, &x));
    assert_true(bitset_has(&z, 129));
    assert_int_equal(count(&z), 1);
    bitset_clear(&z);
    assert_int_equal(count(&z), 0);
    arena_free(&a);
    lathe_ctx_free(ctx);
}

static void build(lathe_ctx *ctx) {
    arena a;
    arena_init(&a, ctx);
    bitset s;
    for (size_t bits = 1; bits < 200000; bits *= 3)
        if (bitset_init(&s, &a, bits))
            bitset_add(&s, bits - 1);
    arena_free(&a);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(build);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_around_word_borders),
        cmocka_unit_test(next_walks_all_members),
        cmocka_unit_test(operations_say_whether_they_changed),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
