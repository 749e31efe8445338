#include "base/json_read.h"

#include "base/json.h"

#include <inttypes.h>
#include <string.h>

typedef struct cursor {
    const json_in *in;
    const char *at, *end, *line_start;
    uint32_t line;
} cursor;

static const char *const kind_names[] = {
    [JSON_NULL] = "null",       [JSON_BOOL] = "true or false", [JSON_INTEGER] = "an integer",
    [JSON_REAL] = "a number",   [JSON_STRING] = "text",        [JSON_ARRAY] = "an array",
    [JSON_OBJECT] = "an object"};

static void wrong_at(const json_in *in, uint32_t line, uint32_t column, const char *message) {
    if (ctx_ok(in->ctx))
        ctx_fail(in->ctx, LATHE_BAD_INPUT, "%s:%u:%u: %s", in->name, line, column, message);
}

static bool wrong(const cursor *c, const char *message) {
    wrong_at(c->in, c->line, (uint32_t)(c->at - c->line_start) + 1, message);
    return false;
}

bool json_wrong(const json_in *in, const json_value *where, const char *format, ...) {
    str message;
    str_init(&message, in->ctx);
    va_list args;
    va_start(args, format);
    str_vprintf(&message, format, args);
    va_end(args);
    wrong_at(in, where->line, where->column, str_text(&message));
    str_free(&message);
    return false;
}

static char peek(const cursor *c) {
    return c->at < c->end ? *c->at : '\0';
}

static void skip_blanks(cursor *c) {
    for (; c->at < c->end && memchr(" \t\r\n", *c->at, 4); c->at++)
        if (*c->at == '\n') {
            c->line++;
            c->line_start = c->at + 1;
        }
}

static bool accept(cursor *c, char sign) {
    skip_blanks(c);
    bool seen = c->at < c->end && *c->at == sign;
    c->at += seen;
    return seen;
}

static bool accept_word(cursor *c, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, word, length) != 0)
        return false;
    c->at += length;
    return true;
}

/* ---- text ---- */

/* Four hexadecimal digits; UINT32_MAX if there are none. */
static uint32_t read_hex(cursor *c) {
    uint32_t number = 0;
    for (int i = 0; i < 4; i++, c->at++) {
        const char *digits = "0123456789abcdef", *digit;
        char sign = peek(c);
        char low = sign >= 'A' && sign <= 'F' ? (char)(sign - 'A' + 'a') : sign;
        if (!low || !(digit = strchr(digits, low)))
            return UINT32_MAX;
        number = number * 16 + (uint32_t)(digit - digits);
    }
    return number;
}

static char *put_code(char *to, uint32_t code) {
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *to++ = (char)((0xff00 >> (more + 1) & 0xff) | code >> 6 * more);
    while (more--)
        *to++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return to;
}

/* After \u. A code beyond 16 bits takes two of them. */
static bool read_code(cursor *c, char **to) {
    uint32_t code = read_hex(c);
    if (code >= 0xd800 && code < 0xdc00 && accept_word(c, "\\u")) {
        uint32_t low = read_hex(c);
        bool half = low >= 0xdc00 && low < 0xe000;
        code = half ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : UINT32_MAX;
    }
    if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return wrong(c, "\\u is not followed by the code of a character");
    *to = put_code(*to, code);
    return true;
}

static bool read_escape(cursor *c, char **to) {
    static const char shorts[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    c->at++;
    if (accept_word(c, "u"))
        return read_code(c, to);
    for (const char *s = shorts; *s; s += 2)
        if (peek(c) == s[0]) {
            *(*to)++ = s[1];
            c->at++;
            return true;
        }
    return wrong(c, "an unknown escape in text");
}

static bool read_characters(cursor *c, char *to) {
    while (c->at < c->end && *c->at != '"') {
        if (*c->at == '\\') {
            if (!read_escape(c, &to))
                return false;
            continue;
        }
        bool control = (unsigned char)*c->at < ' ';
        size_t length = control ? 0 : str_utf8_length(c->at, (size_t)(c->end - c->at));
        if (length == 0)
            return wrong(c, "text has a control character, or is not UTF-8");
        memcpy(to, c->at, length);
        to += length;
        c->at += length;
    }
    return c->at < c->end || wrong(c, "text is not closed");
}

/* NULL fails. No escape is shorter than its character, so the text fits where it was written. */
static const char *read_text(cursor *c) {
    const char *start = ++c->at, *end = start;
    while (end < c->end && *end != '"')
        end += *end == '\\' ? 2 : 1;
    char *text = arena_alloc(c->in->mem, (size_t)(end - start) + 1);
    if (!text || !read_characters(c, text))
        return NULL;
    c->at++;
    return text;
}

/* ---- values ---- */

static size_t skip_digits(cursor *c) {
    const char *start = c->at;
    while (str_is_digit(peek(c)))
        c->at++;
    return (size_t)(c->at - start);
}

/* .5e+3, whose value nobody needs. */
static bool skip_fraction(cursor *c) {
    if (accept_word(c, ".") && skip_digits(c) == 0)
        return wrong(c, "a digit is missing after the point");
    if (accept_word(c, "e") || accept_word(c, "E")) {
        bool sign = accept_word(c, "+") || accept_word(c, "-");
        if (skip_digits(c) == 0)
            return wrong(c, sign ? "a digit is missing after the sign" : "no exponent after e");
    }
    return true;
}

static bool read_number(cursor *c, json_value *v) {
    v->kind = JSON_INTEGER;
    v->truth = accept_word(c, "-");
    const char *start = c->at;
    size_t digits = skip_digits(c);
    if (digits == 0 || (digits > 1 && *start == '0'))
        return wrong(c, "expected a number without zeros in front");
    for (size_t i = 0; i < digits; i++)
        if (__builtin_mul_overflow(v->number, 10, &v->number) ||
            __builtin_add_overflow(v->number, (uint64_t)(start[i] - '0'), &v->number))
            v->kind = JSON_REAL;
    const char *end = c->at;
    if (!skip_fraction(c))
        return false;
    if (c->at > end)
        v->kind = JSON_REAL;
    return true;
}

static json_value *read_value(cursor *c, unsigned depth);

static bool is_taken(const cursor *c, const json_value *object, const char *key) {
    if (object->count == JSON_MAX_MEMBERS)
        return !wrong(c, "an object has too many members");
    return json_find(object, key) && !wrong(c, "the object has a member of this name already");
}

/* "name": value, or a value of an array. */
static json_value *read_item(cursor *c, const json_value *in, unsigned depth) {
    const char *key = NULL;
    if (in->kind == JSON_OBJECT) {
        skip_blanks(c);
        if (peek(c) != '"')
            return wrong(c, "expected the name of a member"), NULL;
        key = read_text(c);
        if (!key || is_taken(c, in, key))
            return NULL;
        if (!accept(c, ':'))
            return wrong(c, "expected ':'"), NULL;
    }
    json_value *v = read_value(c, depth);
    if (v)
        v->key = key;
    return v;
}

static bool read_items(cursor *c, json_value *v, char close, unsigned depth) {
    json_value **last = &v->first;
    if (depth == JSON_MAX_DEPTH)
        return wrong(c, "values are nested too deeply");
    if (accept(c, close))
        return true;
    do {
        json_value *item = read_item(c, v, depth + 1);
        if (!item)
            return false;
        *last = item;
        last = &item->next;
        v->count++;
    } while (accept(c, ','));
    return accept(c, close) ||
           wrong(c, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
}

static bool read_word(cursor *c, json_value *v) {
    v->truth = accept_word(c, "true");
    v->kind = v->truth || accept_word(c, "false") ? JSON_BOOL : JSON_NULL;
    return v->kind == JSON_BOOL || accept_word(c, "null") || wrong(c, "expected a value");
}

static bool read_kind(cursor *c, json_value *v, unsigned depth) {
    char sign = peek(c);
    if (sign == '{' || sign == '[') {
        v->kind = sign == '{' ? JSON_OBJECT : JSON_ARRAY;
        c->at++;
        return read_items(c, v, sign == '{' ? '}' : ']', depth);
    }
    if (sign == '"') {
        v->kind = JSON_STRING;
        return (v->text = read_text(c)) != NULL;
    }
    return sign == '-' || str_is_digit(sign) ? read_number(c, v) : read_word(c, v);
}

/* Depth is bounded by JSON_MAX_DEPTH. */
static json_value *read_value(cursor *c, unsigned depth) {
    skip_blanks(c);
    json_value *v = ctx_tick(c->in->ctx, 1) ? arena_new(c->in->mem, json_value) : NULL;
    if (!v)
        return NULL;
    v->line = c->line;
    v->column = (uint32_t)(c->at - c->line_start) + 1;
    return read_kind(c, v, depth) && ctx_ok(c->in->ctx) ? v : NULL;
}

const json_value *json_read(const json_in *in, const char *text, size_t size) {
    cursor c = {.in = in, .at = text, .end = text + size, .line_start = text, .line = 1};
    const json_value *v = read_value(&c, 0);
    skip_blanks(&c);
    if (v && c.at < c.end)
        wrong(&c, "something follows the document");
    return ctx_ok(in->ctx) ? v : NULL;
}

/* ---- questions ---- */

const json_value *json_find(const json_value *object, const char *key) {
    json_each (v, object)
        if (v->key && strcmp(v->key, key) == 0)
            return v;
    return NULL;
}

static const json_value *member(const json_in *in, const json_value *object, const char *key) {
    if (object->kind != JSON_OBJECT)
        return json_wrong(in, object, "expected an object"), NULL;
    const json_value *v = json_find(object, key);
    if (!v)
        json_wrong(in, object, "'%s' is missing", key);
    return v;
}

static bool is_kind(const json_in *in, const json_value *v, json_kind kind) {
    return v->kind == kind || json_wrong(in, v, "'%s' is %s, not %s", v->key ? v->key : "this",
                                         kind_names[v->kind], kind_names[kind]);
}

const json_value *json_get(const json_in *in, const json_value *object, const char *key,
                           json_kind kind) {
    const json_value *v = member(in, object, key);
    return v && is_kind(in, v, kind) ? v : NULL;
}

const json_value *json_get_if(const json_in *in, const json_value *object, const char *key,
                              json_kind kind, bool *good) {
    const json_value *v = member(in, object, key);
    bool none = v && v->kind == JSON_NULL;
    *good = none || (v && is_kind(in, v, kind));
    return none || !*good ? NULL : v;
}

const char *json_get_text(const json_in *in, const json_value *object, const char *key) {
    const json_value *v = json_get(in, object, key, JSON_STRING);
    return v ? v->text : NULL;
}

bool json_get_bool(const json_in *in, const json_value *object, const char *key, bool *truth) {
    const json_value *v = json_get(in, object, key, JSON_BOOL);
    *truth = v && v->truth;
    return v != NULL;
}

bool json_get_int(const json_in *in, const json_value *object, const char *key, int64_t *number) {
    const json_value *v = json_get(in, object, key, JSON_INTEGER);
    *number = 0;
    if (!v)
        return false;
    if (v->number > (uint64_t)INT64_MAX + v->truth)
        return json_wrong(in, v, "'%s' does not fit 64 bits", key);
    *number = (int64_t)(v->truth ? -v->number : v->number);
    return true;
}

bool json_is_uint(const json_in *in, const json_value *v, uint64_t least, uint64_t most) {
    if (!is_kind(in, v, JSON_INTEGER))
        return false;
    bool negative = v->truth && v->number;
    return (!negative && v->number >= least && v->number <= most) ||
           json_wrong(in, v, "'%s' is not from %" PRIu64 " to %" PRIu64, v->key ? v->key : "this",
                      least, most);
}

bool json_get_uint(const json_in *in, const json_value *object, const char *key, uint64_t least,
                   uint64_t most, uint64_t *number) {
    const json_value *v = member(in, object, key);
    *number = v ? v->number : 0;
    return v && json_is_uint(in, v, least, most);
}
