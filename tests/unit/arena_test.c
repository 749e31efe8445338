#include "failing_alloc.h"

#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

static void objects_are_zeroed_aligned_and_apart(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    char *previous = NULL;
    for (size_t size = 1; size < 3000; size += 7) {
        char *p = arena_alloc(&a, size);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, size);
        if (previous)
            assert_int_equal((unsigned char)previous[0], 0xff);
        previous = p;
    }
    assert_true(ctx->bytes_used > 0);
    arena_free(&a);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void large_objects_do_not_waste_the_chunk(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    char *large = arena_alloc(&a, 5 << 20);
    assert_non_null(large);
    large[(5 << 20) - 1] = 1;
    assert_true(ctx->bytes_used < (5 << 20) + 4096);
    assert_non_null(arena_alloc(&a, 0));
    arena_free(&a);
    lathe_ctx_free(ctx);
}

static void strings_are_copied(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    char text[] = "abcdef";
    char *whole = arena_strdup(&a, text), *part = arena_strndup(&a, text, 3);
    text[0] = 'x';
    assert_string_equal(whole, "abcdef");
    assert_string_equal(part, "abc");
    assert_string_equal(arena_strndup(&a, NULL, 0), "");
    assert_string_equal(arena_printf(&a, "%s-%06d", whole, 42), "abcdef-000042");
    assert_int_equal(strlen(arena_printf(&a, "%*d", 100000, 1)), 100000);
    arena_free(&a);
    lathe_ctx_free(ctx);
}

static void sizes_that_overflow_are_refused(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    arena_init(&a, ctx);
    assert_null(arena_alloc(&a, SIZE_MAX));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    lathe_ctx_clear(ctx);
    assert_null(arena_array(&a, SIZE_MAX / 4, uint64_t));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    lathe_ctx_clear(ctx);
    assert_null(arena_strndup(&a, "x", SIZE_MAX));
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    arena_free(&a);
    lathe_ctx_free(ctx);
}

static void build(lathe_ctx *ctx) {
    arena a;
    arena_init(&a, ctx);
    for (int i = 0; i < 3000 && ctx_ok(ctx); i++)
        if (arena_alloc(&a, (size_t)i))
            arena_printf(&a, "%d", i);
    arena_free(&a);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(build);
}

static void the_byte_budget_holds(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    arena a;
    lathe_ctx_set_budget(ctx, 0, 10000);
    arena_init(&a, ctx);
    for (int i = 0; i < 1000 && arena_alloc(&a, 64); i++)
        continue;
    assert_int_equal(lathe_ctx_status(ctx), LATHE_GAVE_UP);
    assert_true(ctx->bytes_used <= 10000);
    arena_free(&a);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(objects_are_zeroed_aligned_and_apart),
        cmocka_unit_test(large_objects_do_not_waste_the_chunk),
        cmocka_unit_test(strings_are_copied),
        cmocka_unit_test(sizes_that_overflow_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(the_byte_budget_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
