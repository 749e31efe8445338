#include "failing_alloc.h"

#include "base/map.h"

#include <stdio.h>
#include <string.h>

enum { MANY = 20000 };

static void words_are_found_after_growth(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    map m;
    map_init(&m, ctx);
    assert_null(map_find_u(&m, 1));
    for (uint64_t i = 0; i < MANY; i++)
        map_put_u(&m, i << 32)->u = i;
    assert_int_equal(m.len, MANY);
    for (uint64_t i = 0; i < MANY; i++)
        assert_int_equal(map_find_u(&m, i << 32)->u, i);
    assert_null(map_find_u(&m, 1));
    map_free(&m);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void order_is_that_of_insertion(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    map m;
    map_init(&m, ctx);
    for (uint64_t i = 0; i < 1000; i++)
        map_put_u(&m, (i * 7919) % 1009)->u = i;
    map_put_u(&m, 0)->u = 77;
    assert_int_equal(m.len, 1000);
    for (uint64_t i = 0; i < 1000; i++)
        assert_int_equal(m.at[i].key.u, (i * 7919) % 1009);
    assert_int_equal(m.at[0].value.u, 77);
    map_free(&m);
    lathe_ctx_free(ctx);
}

static void strings_compare_by_text(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    map m;
    map_init_strings(&m, ctx);
    static char keys[MANY][8];
    for (size_t i = 0; i < MANY; i++) {
        snprintf(keys[i], sizeof keys[i], "k%zu", i);
        map_put_s(&m, keys[i])->u = i;
    }
    for (size_t i = 0; i < MANY; i++) {
        char again[8];
        snprintf(again, sizeof again, "k%zu", i);
        assert_int_equal(map_find_s(&m, again)->u, i);
    }
    assert_null(map_find_s(&m, "k"));
    assert_null(map_find_s(&m, ""));
    map_free(&m);
    lathe_ctx_free(ctx);
}

static void values_are_set_and_replaced(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    map words, texts;
    char again[] = "key";
    map_init(&words, ctx);
    map_init_strings(&texts, ctx);
    for (uint64_t i = 1; i <= 2; i++) {
        map_set(&words, ctx, (map_word){.u = i});
        map_set(&texts, i == 1 ? "key" : again, (map_word){.u = i});
        assert_int_equal(map_find(&words, ctx)->u, i);
        assert_int_equal(map_find_s(&texts, "key")->u, i);
    }
    assert_int_equal(words.len + texts.len, 2);
    map_free(&words);
    map_free(&texts);
    lathe_ctx_free(ctx);
}

static void clear_keeps_the_memory(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    map m;
    int a = 0, b = 0;
    map_init(&m, ctx);
    map_clear(&m);
    map_put(&m, &a)->p = &b;
    uint64_t held = ctx->bytes_used;
    assert_ptr_equal(map_get(&m, &a), &b);
    assert_null(map_get(&m, &b));
    map_clear(&m);
    assert_int_equal(m.len, 0);
    assert_null(map_find(&m, &a));
    map_put(&m, &b);
    assert_null(map_get(&m, &b));
    assert_int_equal(ctx->bytes_used, held);
    map_free(&m);
    lathe_ctx_free(ctx);
}

/* After a failure the entries so far are still found. */
static void fill(lathe_ctx *ctx) {
    map m;
    map_init(&m, ctx);
    for (uint64_t i = 0; i < 300; i++) {
        map_word *place = map_put_u(&m, i);
        if (place)
            place->u = i + 1;
    }
    for (size_t i = 0; i < m.len; i++)
        assert_int_equal(map_find_u(&m, m.at[i].key.u)->u, m.at[i].key.u + 1);
    assert_true(m.len == 300 || !ctx_ok(ctx));
    map_free(&m);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(fill);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_found_after_growth),
        cmocka_unit_test(order_is_that_of_insertion),
        cmocka_unit_test(strings_compare_by_text),
        cmocka_unit_test(values_are_set_and_replaced),
        cmocka_unit_test(clear_keeps_the_memory),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
