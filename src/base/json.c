#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void json_init(json *j, str *out) {
    *j = (json){.out = out};
}

static void new_line(json *j) {
    str_add_char(j->out, '\n');
    str_add_repeat(j->out, ' ', (size_t)j->depth * 2);
}

/* Whether the current object or array has items. Nesting that is too deep shares the last flag: the
 * text is then wrong, and the status says so, but memory is not. */
static bool *items(json *j) {
    return &j->has_items[j->depth < JSON_MAX_DEPTH ? j->depth : JSON_MAX_DEPTH];
}

/* What stands before a value: nothing after a key, else a comma and a new line as needed. */
static void before_value(json *j) {
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->depth == 0)
        return;
    if (*items(j))
        str_add_char(j->out, ',');
    *items(j) = true;
    new_line(j);
}

static void begin(json *j, char bracket) {
    before_value(j);
    str_add_char(j->out, bracket);
    if (j->depth++ >= JSON_MAX_DEPTH)
        ctx_fail(j->out->ctx, LATHE_INTERNAL, "JSON nested deeper than %d", JSON_MAX_DEPTH);
    *items(j) = false;
}

static void end(json *j, char bracket) {
    bool had_items = *items(j);
    j->depth--;
    if (had_items)
        new_line(j);
    str_add_char(j->out, bracket);
    if (j->depth == 0)
        str_add_char(j->out, '\n');
}

void json_begin_object(json *j) {
    begin(j, '{');
}

void json_end_object(json *j) {
    end(j, '}');
}

void json_begin_array(json *j) {
    begin(j, '[');
}

void json_end_array(json *j) {
    end(j, ']');
}

static void add_ascii(str *out, unsigned char c) {
    static const char shorts[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (const char *s = shorts; *s; s += 2) {
        if (c == (unsigned char)s[0]) {
            str_add_char(out, '\\');
            str_add_char(out, s[1]);
            return;
        }
    }
    if (c < 0x20 || c == 0x7f)
        str_printf(out, "\\u%04x", c);
    else
        str_add_char(out, (char)c);
}

/* What is beyond 16 bits takes two halves. */
static void add_other(str *out, uint32_t point, bool is_byte) {
    if (is_byte)
        str_add(out, "\xef\xbf\xbd");
    else if (point < 0x10000)
        str_printf(out, "\\u%04x", point);
    else
        str_printf(out, "\\u%04x\\u%04x", 0xd800 + ((point - 0x10000) >> 10),
                   0xdc00 + (point & 0x3ff));
}

static void add_json_string(str *out, const char *text, size_t length) {
    str_add_char(out, '"');
    str_add_utf8(out, text, length, add_ascii, add_other);
    str_add_char(out, '"');
}

void json_key(json *j, const char *key) {
    before_value(j);
    add_json_string(j->out, key, strlen(key));
    str_add(j->out, ": ");
    j->after_key = true;
}

void json_string(json *j, const char *text) {
    if (text)
        json_string_n(j, text, strlen(text));
    else
        json_null(j);
}

void json_string_n(json *j, const char *text, size_t length) {
    before_value(j);
    add_json_string(j->out, text, length);
}

void json_uint(json *j, uint64_t value) {
    before_value(j);
    str_printf(j->out, "%" PRIu64, value);
}

void json_int(json *j, int64_t value) {
    before_value(j);
    str_printf(j->out, "%" PRId64, value);
}

void json_double(json *j, double value) {
    if (!isfinite(value)) {
        json_null(j);
        return;
    }
    before_value(j);
    str_printf(j->out, "%.17g", value);
}

void json_bool(json *j, bool value) {
    before_value(j);
    str_add(j->out, value ? "true" : "false");
}

void json_null(json *j) {
    before_value(j);
    str_add(j->out, "null");
}

void json_raw(json *j, const char *text) {
    before_value(j);
    str_add(j->out, text);
}

void json_begin_document(json *j, const char *schema) {
    json_begin_object(j);
    json_write_members(j, JSON("schema", schema));
}

void json_member_text(json *j, const char *key, str *text) {
    json_write_members(j, JSON(key, str_text(text)));
    str_clear(text);
}

void json_member_array(json *j, const char *key) {
    json_key(j, key);
    json_begin_array(j);
}

void json_member_object(json *j, const char *key) {
    json_key(j, key);
    json_begin_object(j);
}

void json_add_members(json *j, const json_pair *pairs) {
    for (const json_pair *p = pairs; p->key; p++) {
        json_key(j, p->key);
        switch (p->kind) {
        case JSON_PAIR_STRING:
            json_string(j, p->string);
            break;
        case JSON_PAIR_UINT:
            json_uint(j, p->number);
            break;
        case JSON_PAIR_INT:
            json_int(j, p->integer);
            break;
        case JSON_PAIR_DOUBLE:
            json_double(j, p->real);
            break;
        case JSON_PAIR_BOOL:
            json_bool(j, p->truth);
            break;
        }
    }
}

void json_add_object(json *j, const json_pair *pairs) {
    json_begin_object(j);
    json_add_members(j, pairs);
    json_end_object(j);
}
