#include "failing_alloc.h"

#include "base/json.h"

/* jansson has constructors of our names; only its parser is used here. */
#define json_string jansson_string
#define json_null jansson_null
#include <jansson.h>
#undef json_string
#undef json_null

#include <math.h>
#include <string.h>

static json_t *parse(const str *text) {
    json_error_t error;
    json_t *value = json_loads(str_text(text), JSON_DECODE_ANY | JSON_REJECT_DUPLICATES, &error);
    if (!value)
        fail_msg("%d:%d: %s in\n%s", error.line, error.column, error.text, str_text(text));
    return value;
}

static void write_sample(json *j) {
    json_begin_object(j);
    json_write_members(j, JSON("text", "a\"b\\c\n\t\x01\x7f/é"), JSON("none", (char *)NULL),
                       JSON("large", UINT64_C(9007199254740993)), JSON_TRUTH("yes", true),
                       JSON_KNOWN("known", 7u), JSON_KNOWN("unknown", 0u));
    json_key(j, "list");
    json_begin_array(j);
    json_int(j, -5);
    json_double(j, 0.1);
    json_double(j, NAN);
    json_bool(j, false);
    json_begin_array(j);
    json_end_array(j);
    json_begin_object(j);
    json_end_object(j);
    json_end_array(j);
    json_end_object(j);
}

static void what_is_written_can_be_read(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str out;
    json j;
    str_init(&out, ctx);
    json_init(&j, &out);
    write_sample(&j);
    json_t *root = parse(&out);
    assert_string_equal(json_string_value(json_object_get(root, "text")), "a\"b\\c\n\t\x01\x7f/é");
    assert_true(json_is_null(json_object_get(root, "none")));
    assert_true(json_integer_value(json_object_get(root, "large")) == 9007199254740993);
    assert_true(json_is_true(json_object_get(root, "yes")));
    assert_int_equal(json_integer_value(json_object_get(root, "known")), 7);
    assert_true(json_is_null(json_object_get(root, "unknown")));
    json_t *list = json_object_get(root, "list");
    assert_int_equal(json_array_size(list), 6);
    assert_int_equal(json_integer_value(json_array_get(list, 0)), -5);
    assert_true(json_real_value(json_array_get(list, 1)) == 0.1);
    assert_true(json_is_null(json_array_get(list, 2)));
    assert_int_equal(json_array_size(json_array_get(list, 4)), 0);
    assert_true(json_is_object(json_array_get(list, 5)));
    json_decref(root);
    str_free(&out);
    lathe_ctx_free(ctx);
}

/* Bytes that are no UTF-8 become U+FFFD each; jansson refuses anything invalid. */
static void bad_utf8_is_replaced(void **state) {
    (void)state;
    static const struct {
        const char *in, *out;
    } rows[] = {
        {"\xc3\xa9", "\xc3\xa9"},
        {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
        {"\x80", "\xef\xbf\xbd"},
        {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"},
        {"a\xff"
         "b",
         "a\xef\xbf\xbd"
         "b"},
        {"\xf4\x90\x80\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    };
    lathe_ctx *ctx = lathe_ctx_new();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        str out;
        json j;
        str_init(&out, ctx);
        json_init(&j, &out);
        json_begin_array(&j);
        json_string(&j, rows[i].in);
        json_end_array(&j);
        json_t *root = parse(&out);
        assert_string_equal(json_string_value(json_array_get(root, 0)), rows[i].out);
        json_decref(root);
        str_free(&out);
    }
    lathe_ctx_free(ctx);
}

static void every_byte_pair_is_valid_output(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str out;
    json j;
    str_init(&out, ctx);
    json_init(&j, &out);
    json_begin_array(&j);
    for (int a = 1; a < 256; a++)
        for (int b = 1; b < 256; b++)
            json_string_n(&j, (const char[]){(char)a, (char)b}, 2);
    json_end_array(&j);
    json_t *root = parse(&out);
    assert_int_equal(json_array_size(root), 255 * 255);
    json_decref(root);
    str_free(&out);
    lathe_ctx_free(ctx);
}

static void too_deep_is_a_defect(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str out;
    json j;
    str_init(&out, ctx);
    json_init(&j, &out);
    for (int i = 0; i < JSON_MAX_DEPTH; i++)
        json_begin_array(&j);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_OK);
    for (int i = 0; i < 9; i++)
        json_begin_array(&j);
    assert_int_equal(lathe_ctx_status(ctx), LATHE_INTERNAL);
    for (int i = 0; i < JSON_MAX_DEPTH + 9; i++)
        json_end_array(&j);
    assert_int_equal(j.depth, 0);
    str_free(&out);
    lathe_ctx_free(ctx);
}

static void write_somewhere(lathe_ctx *ctx) {
    str out;
    json j;
    str_init(&out, ctx);
    json_init(&j, &out);
    for (int i = 0; i < 20; i++)
        write_sample(&j);
    str_free(&out);
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    fail_every_allocation(write_somewhere);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_can_be_read),     cmocka_unit_test(bad_utf8_is_replaced),
        cmocka_unit_test(every_byte_pair_is_valid_output), cmocka_unit_test(too_deep_is_a_defect),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
