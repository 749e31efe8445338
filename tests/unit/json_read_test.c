#include "base/json_read.h"

#include "base/json.h"
#include "failing_alloc.h"

#include <string.h>

typedef struct reading {
    lathe_ctx *ctx;
    arena mem;
    json_in in;
    const json_value *document;
} reading;

static void begin(reading *r, const char *text, size_t size) {
    r->ctx = lathe_ctx_new();
    arena_init(&r->mem, r->ctx);
    r->in = (json_in){.ctx = r->ctx, .mem = &r->mem, .name = "x"};
    r->document = json_read(&r->in, text, size);
}

static void end(reading *r) {
    arena_free(&r->mem);
    lathe_ctx_free(r->ctx);
}

static void values_are_what_they_say(void **state) {
    (void)state;
    static const char text[] = " { \"a\" : [1, -2, 18446744073709551615, 1e3, 0.5],\n"
                               "\"t\": true, \"f\":false,\"n\" :null , \"o\": {} }\n";
    reading r;
    begin(&r, text, strlen(text));
    assert_non_null(r.document);
    assert_int_equal(r.document->count, 5);
    const json_value *list = json_get(&r.in, r.document, "a", JSON_ARRAY);
    assert_int_equal(list->count, 5);
    const json_value *one = list->first, *two = one->next, *three = two->next;
    assert_true(one->kind == JSON_INTEGER && one->number == 1 && !one->truth);
    assert_true(two->kind == JSON_INTEGER && two->number == 2 && two->truth);
    assert_true(three->kind == JSON_INTEGER && three->number == UINT64_MAX);
    assert_true(three->next->kind == JSON_REAL && three->next->next->kind == JSON_REAL);
    assert_int_equal(two->line, 1);
    assert_int_equal(two->column, 14);
    bool truth, good;
    assert_true(json_get_bool(&r.in, r.document, "t", &truth) && truth);
    assert_true(json_get_bool(&r.in, r.document, "f", &truth) && !truth);
    assert_null(json_get_if(&r.in, r.document, "n", JSON_STRING, &good));
    assert_true(good);
    assert_int_equal(json_find(r.document, "n")->line, 2);
    assert_null(json_find(r.document, "b"));
    assert_int_equal(lathe_ctx_status(r.ctx), LATHE_OK);
    end(&r);
}

static void text_is_decoded(void **state) {
    (void)state;
    static const struct {
        const char *json, *text;
    } rows[] = {
        {"\"\"", ""},
        {"\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u00e9\\u20AC\"", "A\xc3\xa9\xe2\x82\xac"},
        {"\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80"},
        {"\"\xc3\xa9\xf0\x9f\x98\x80\"", "\xc3\xa9\xf0\x9f\x98\x80"},
        {"\"\x7f\"", "\x7f"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        reading r;
        begin(&r, rows[i].json, strlen(rows[i].json));
        assert_non_null(r.document);
        assert_string_equal(r.document->text, rows[i].text);
        end(&r);
    }
}

static void damage_is_refused_with_its_position(void **state) {
    (void)state;
    static const struct {
        const char *json, *error;
    } rows[] = {
        {"", "x:1:1: expected a value"},
        {"{", "x:1:2: expected the name of a member"},
        {"[1,", "x:1:4: expected a value"},
        {"[1 2]", "x:1:4: expected ',' or ']'"},
        {"{\"a\" 1}", "x:1:6: expected ':'"},
        {"{\"a\": 1,}", "x:1:9: expected the name of a member"},
        {"{\"a\": 1 \"b\": 2}", "x:1:9: expected ',' or '}'"},
        {"{\"a\": 1,\n \"a\": 2}", "x:2:5: the object has a member of this name already"},
        {"{}\n {}", "x:2:2: something follows the document"},
        {"01", "x:1:3: expected a number without zeros in front"},
        {"-", "x:1:2: expected a number without zeros in front"},
        {"1.", "x:1:3: a digit is missing after the point"},
        {"1e", "x:1:3: no exponent after e"},
        {"1e+", "x:1:4: a digit is missing after the sign"},
        {"nul", "x:1:1: expected a value"},
        {"\"a", "x:1:3: text is not closed"},
        {"\"a\\", "x:1:4: an unknown escape in text"},
        {"\"\\x\"", "x:1:3: an unknown escape in text"},
        {"\"\\u12g4\"", "x:1:6: \\u is not followed by the code of a character"},
        {"\"\\u0000\"", "x:1:8: \\u is not followed by the code of a character"},
        {"\"\\ud800\"", "x:1:8: \\u is not followed by the code of a character"},
        {"\"\\ud800\\u0041\"", "x:1:14: \\u is not followed by the code of a character"},
        {"\"\\udc00\"", "x:1:8: \\u is not followed by the code of a character"},
        {"\"a\nb\"", "x:1:3: text has a control character, or is not UTF-8"},
        {"\"\xc0\x80\"", "x:1:2: text has a control character, or is not UTF-8"},
        {"\"\xed\xa0\x80\"", "x:1:2: text has a control character, or is not UTF-8"},
        {"\"\xf4\x90\x80\x80\"", "x:1:2: text has a control character, or is not UTF-8"},
        {"\"\xe2\x82\"", "x:1:2: text has a control character, or is not UTF-8"},
        {"\"\x80\"", "x:1:2: text has a control character, or is not UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        reading r;
        begin(&r, rows[i].json, strlen(rows[i].json));
        assert_null(r.document);
        assert_int_equal(lathe_ctx_status(r.ctx), LATHE_BAD_INPUT);
        assert_string_equal(lathe_ctx_error(r.ctx), rows[i].error);
        end(&r);
    }
}

/* count times the one text, then the other. */
static void expect_read(const char *before, size_t count, const char *after, bool good) {
    reading r;
    lathe_ctx *ctx = lathe_ctx_new();
    str text;
    str_init(&text, ctx);
    for (size_t i = 0; i < count; i++)
        str_add(&text, before);
    str_add(&text, after);
    begin(&r, str_text(&text), text.len);
    assert_int_equal(r.document != NULL, good);
    end(&r);
    str_free(&text);
    lathe_ctx_free(ctx);
}

static void depth_and_members_are_bounded(void **state) {
    (void)state;
    expect_read("[", JSON_MAX_DEPTH, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", true);
    expect_read("[", JSON_MAX_DEPTH + 1, "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]", false);
    expect_read("[", 1000000, "", false);
    reading r;
    for (int count = JSON_MAX_MEMBERS; count <= JSON_MAX_MEMBERS + 1; count++) {
        lathe_ctx *ctx = lathe_ctx_new();
        str text;
        str_init(&text, ctx);
        str_add(&text, "{\"first\": 0");
        for (int i = 1; i < count; i++)
            str_printf(&text, ", \"%d\": %d", i, i);
        str_add(&text, "}");
        begin(&r, str_text(&text), text.len);
        assert_int_equal(r.document != NULL, count == JSON_MAX_MEMBERS);
        end(&r);
        str_free(&text);
        lathe_ctx_free(ctx);
    }
}

static void questions_are_answered_or_refused(void **state) {
    (void)state;
    static const char text[] = "{\"low\": -9223372036854775808, \"below\": -9223372036854775809,\n"
                               " \"zero\": -0, \"seven\": 7, \"word\": \"w\", \"list\": []}";
    static const struct {
        const char *key, *error;
    } rows[] = {
        {"low", "x:1:9: 'low' is not from 1 to 7"},
        {"zero", "x:2:10: 'zero' is not from 1 to 7"},
        {"word", "x:2:34: 'word' is text, not an integer"},
        {"list", "x:2:47: 'list' is an array, not an integer"},
        {"none", "x:1:1: 'none' is missing"},
    };
    reading r;
    int64_t number;
    uint64_t count;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        begin(&r, text, strlen(text));
        assert_false(json_get_uint(&r.in, r.document, rows[i].key, 1, 7, &count));
        assert_string_equal(lathe_ctx_error(r.ctx), rows[i].error);
        end(&r);
    }
    begin(&r, text, strlen(text));
    assert_true(json_get_int(&r.in, r.document, "low", &number) && number == INT64_MIN);
    assert_true(json_get_uint(&r.in, r.document, "seven", 1, 7, &count) && count == 7);
    assert_true(json_get_uint(&r.in, r.document, "zero", 0, 7, &count) && count == 0);
    assert_string_equal(json_get_text(&r.in, r.document, "word"), "w");
    assert_false(json_get_int(&r.in, r.document, "below", &number));
    assert_string_equal(lathe_ctx_error(r.ctx), "x:1:40: 'below' does not fit 64 bits");
    end(&r);
}

/* What the writer writes, the reader reads: all bytes, all numbers. */
static void what_is_written_is_read(void **state) {
    (void)state;
    lathe_ctx *ctx = lathe_ctx_new();
    str text;
    json j;
    char bytes[128];
    for (int i = 0; i < 127; i++)
        bytes[i] = (char)(i + 1);
    bytes[127] = '\0';
    str_init(&text, ctx);
    json_init(&j, &text);
    json_begin_document(&j, JSON_SCHEMA("test"));
    json_write_members(&j, JSON("bytes", (const char *)bytes), JSON("least", INT64_MIN),
                       JSON("most", UINT64_MAX));
    json_end_object(&j);
    reading r;
    begin(&r, str_text(&text), text.len);
    assert_non_null(r.document);
    assert_string_equal(json_get_text(&r.in, r.document, "schema"), "lathe-test/2");
    assert_string_equal(json_get_text(&r.in, r.document, "bytes"), bytes);
    int64_t least;
    assert_true(json_get_int(&r.in, r.document, "least", &least) && least == INT64_MIN);
    assert_true(json_find(r.document, "most")->number == UINT64_MAX);
    end(&r);
    str_free(&text);
    lathe_ctx_free(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_what_they_say),
        cmocka_unit_test(text_is_decoded),
        cmocka_unit_test(damage_is_refused_with_its_position),
        cmocka_unit_test(depth_and_members_are_bounded),
        cmocka_unit_test(questions_are_answered_or_refused),
        cmocka_unit_test(what_is_written_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
