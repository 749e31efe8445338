#include "failing_alloc.h"

#include "base/str.h"

#include <stdlib.h>
#include <string.h>

static void text_is_built_piece_by_piece(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    assert_string_equal(str_text(&s), "");
    str_add(&s, "ab");
    str_add_n(&s, "cdX", 2);
    str_add_n(&s, NULL, 0);
    str_add_char(&s, '-');
    str_add_repeat(&s, '=', 3);
    str_printf(&s, "%d/%s", 42, "end");
    assert_string_equal(str_text(&s), "abcd-===42/end");
    assert_int_equal(s.len, strlen("abcd-===42/end"));
    str_clear(&s);
    assert_string_equal(str_text(&s), "");
    str_add_n(&s, "a\0b", 3);
    assert_int_equal(s.len, 3);
    assert_memory_equal(s.at, "a\0b", 4);
    str_free(&s);
    assert_int_equal(ctx->bytes_used, 0);
    lathe_ctx_free(ctx);
}

static void long_text_grows(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    for (int i = 0; i < 100000; i++)
        str_printf(&s, "%05d", i);
    assert_int_equal(s.len, 500000);
    assert_memory_equal(s.at + 5 * 77777, "77777", 5);
    assert_int_equal(s.at[s.len], '\0');
    char *copy = str_give(&s);
    str_free(&s);
    assert_int_equal(strlen(copy), 500000);
    free(copy);
    lathe_ctx_free(ctx);
}

static void overflow_leaves_the_text_alone(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str s;
    str_init(&s, ctx);
    str_add(&s, "kept");
    str_add_repeat(&s, 'x', SIZE_MAX - 2);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_NO_MEMORY);
    assert_string_equal(str_text(&s), "kept");
    str_free(&s);
    lathe_ctx_free(ctx);
}

static void ends_are_compared_whole(void **state) {
    (void)state;
    assert_true(str_ends_with("x.ll", ".ll"));
    assert_true(str_ends_with(".ll", ".ll"));
    assert_true(str_ends_with("x", ""));
    assert_false(str_ends_with("ll", ".ll"));
    assert_false(str_ends_with("x.ll.c", ".ll"));
    assert_true(str_starts_with("llvm.memset", "llvm."));
    assert_true(str_starts_with("llvm.", "llvm."));
    assert_true(str_starts_with("x", ""));
    assert_false(str_starts_with("llvm", "llvm."));
    assert_false(str_starts_with("xllvm.", "llvm."));
}

static void paths_are_cut_at_slashes(void **state) {
    (void)state;
    assert_string_equal(str_base_name("a/b/c.c"), "c.c");
    assert_string_equal(str_base_name("c.c"), "c.c");
    assert_string_equal(str_base_name("a/"), "");
    assert_string_equal(str_below("/a/b/c.c", "/a"), "b/c.c");
    assert_string_equal(str_below("/ab/c.c", "/a"), "/ab/c.c");
    assert_string_equal(str_below("/a/", "/a"), "/a/");
    assert_string_equal(str_below("/a/b", NULL), "/a/b");
    assert_string_equal(str_below("/a/b", ""), "/a/b");
    assert_null(str_below(NULL, "/a"));
    assert_string_equal(str_plural(1), "");
    assert_string_equal(str_plural(0), "s");
}

static void fill(lathe_ctx *ctx) {
    str s;
    str_init(&s, ctx);
    for (int i = 0; i < 300; i++) {
        size_t before = s.len;
        str_printf(&s, "%d,", i);
        str_add(&s, "x");
        assert_true(ctx_ok(ctx) || s.len >= before);
        assert_int_equal(strlen(str_text(&s)), s.len);
    }
    str_free(&s);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(fill);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_built_piece_by_piece),
        cmocka_unit_test(long_text_grows),
        cmocka_unit_test(overflow_leaves_the_text_alone),
        cmocka_unit_test(ends_are_compared_whole),
        cmocka_unit_test(paths_are_cut_at_slashes),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
