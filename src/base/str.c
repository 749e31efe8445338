#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void str_init(str *s, lathe_ctx *ctx) {
    *s = (str){.ctx = ctx};
}

void str_free(str *s) {
    ctx_free(s->ctx, s->at, s->cap);
    str_init(s, s->ctx);
}

void str_clear(str *s) {
    s->len = 0;
    if (s->at)
        s->at[0] = '\0';
}

/* Room for `extra` more bytes and the final NUL. */
static bool reserve(str *s, size_t extra) {
    size_t need;
    if (__builtin_add_overflow(s->len + 1, extra, &need)) {
        ctx_fail(s->ctx, LATHE_NO_MEMORY, "a text does not fit in memory");
        return false;
    }
    if (need <= s->cap)
        return true;
    size_t cap = s->cap < 32 ? 64 : s->cap + s->cap / 2;
    if (cap < need)
        cap = need;
    char *at = ctx_realloc(s->ctx, s->at, s->cap, cap);
    if (!at)
        return false;
    s->at = at;
    s->cap = cap;
    return true;
}

void str_add_n(str *s, const char *text, size_t length) {
    if (!reserve(s, length))
        return;
    if (length)
        memcpy(s->at + s->len, text, length);
    s->len += length;
    s->at[s->len] = '\0';
}

void str_add(str *s, const char *text) {
    str_add_n(s, text, strlen(text));
}

void str_add_char(str *s, char c) {
    str_add_n(s, &c, 1);
}

void str_add_shell_word(str *s, const char *word) {
    str_add_char(s, '\'');
    for (; *word; word++)
        if (*word == '\'')
            str_add(s, "'\\''");
        else
            str_add_char(s, *word);
    str_add_char(s, '\'');
}

void str_add_c_string(str *s, const char *text) {
    str_add_char(s, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            str_add_char(s, '\\');
        str_add_char(s, *text);
    }
    str_add_char(s, '"');
}

void str_add_repeat(str *s, char c, size_t count) {
    if (!reserve(s, count))
        return;
    memset(s->at + s->len, c, count);
    s->len += count;
    s->at[s->len] = '\0';
}

void str_vprintf(str *s, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && reserve(s, (size_t)length)) {
        vsnprintf(s->at + s->len, (size_t)length + 1, format, again);
        s->len += (size_t)length;
    }
    va_end(again);
}

void str_printf(str *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str_vprintf(s, format, args);
    va_end(args);
}

const char *str_text(const str *s) {
    return s->at ? s->at : "";
}

char *str_keep(str *s, arena *mem) {
    char *copy = arena_strndup(mem, str_text(s), s->len);
    str_free(s);
    return copy;
}

char *str_give(const str *s) {
    char *copy = malloc(s->len + 1);
    if (!copy)
        ctx_fail(s->ctx, LATHE_NO_MEMORY, "out of memory (%zu bytes wanted)", s->len + 1);
    return copy ? memcpy(copy, str_text(s), s->len + 1) : NULL;
}

bool str_is_listed(const char *list, const char *at, size_t length) {
    for (const char *p = list + strspn(list, " "); *p; p += strspn(p, " ")) {
        size_t own = strcspn(p, " ");
        bool begins = p[own - 1] == '*';
        if ((begins ? length >= own - 1 : length == own) && memcmp(p, at, own - begins) == 0)
            return true;
        p += own;
    }
    return false;
}

bool str_ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

const char *str_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *str_below(const char *path, const char *folder) {
    size_t length = folder ? strlen(folder) : 0;
    bool below = length && path && strncmp(path, folder, length) == 0 && path[length] == '/';
    return below && path[length + 1] ? path + length + 1 : path;
}

size_t str_without_number(const char *name, size_t length) {
    size_t digits = length;
    while (digits > 0 && str_is_digit(name[digits - 1]))
        digits--;
    return digits < length && digits > 1 && name[digits - 1] == '.' ? digits - 1 : 0;
}

size_t str_utf8_length(const char *at, size_t left) {
    const unsigned char *p = (const unsigned char *)at;
    static const struct {
        unsigned char low, high, second_low, second_high, length;
    } forms[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    if (p[0] < 0x80)
        return 1;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        if (p[0] < forms[f].low || p[0] > forms[f].high)
            continue;
        if (left < forms[f].length || p[1] < forms[f].second_low || p[1] > forms[f].second_high)
            return 0;
        for (size_t i = 2; i < forms[f].length; i++)
            if ((p[i] & 0xc0) != 0x80)
                return 0;
        return forms[f].length;
    }
    return 0;
}

static uint32_t utf8_point(const unsigned char *p, size_t length) {
    uint32_t point = p[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++)
        point = point << 6 | (p[i] & 0x3fu);
    return point;
}

/* The controls of ISO 6429, ends of lines, marks of direction, annotations, tags. */
static bool is_control(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {{0x80, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},  {0x2028, 0x202e},
                  {0x2066, 0x2069}, {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return true;
    return false;
}

void str_add_utf8(str *out, const char *text, size_t length,
                  void (*ascii)(str *out, unsigned char c),
                  void (*other)(str *out, uint32_t point, bool is_byte)) {
    const unsigned char *p = (const unsigned char *)text;
    for (size_t i = 0; i < length;) {
        if (p[i] < 0x80) {
            ascii(out, p[i++]);
            continue;
        }
        size_t n = str_utf8_length(text + i, length - i);
        if (!n)
            other(out, p[i], true);
        else if (is_control(utf8_point(p + i, n)))
            other(out, utf8_point(p + i, n), false);
        else
            str_add_n(out, text + i, n);
        i += n ? n : 1;
    }
}
