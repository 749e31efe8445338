#include "base/show.h"

#include <stdio.h>
#include <string.h>

static void show_ascii(str *out, unsigned char c) {
    if (c < 0x20 || c == 0x7f)
        str_printf(out, "\\x%02X", c);
    else
        str_add_char(out, (char)c);
}

static void show_line_ascii(str *out, unsigned char c) {
    if (c == '\n' || c == '\t')
        str_add_char(out, (char)c);
    else
        show_ascii(out, c);
}

static void show_other(str *out, uint32_t point, bool is_byte) {
    str_printf(out, is_byte ? "\\x%02X" : "\\u%04X", point);
}

void show_add_n(str *out, const char *text, size_t length) {
    str_add_utf8(out, text, length, show_ascii, show_other);
}

void show_add(str *out, const char *text) {
    show_add_n(out, text, strlen(text));
}

/* The length of "ESC [ 1 ; 31 m" at text, 0 if something else is there. */
static size_t color_length(const char *text, size_t length) {
    size_t i = 2;
    if (length < 3 || text[0] != '\x1b' || text[1] != '[')
        return 0;
    while (i < length && (text[i] == ';' || (text[i] >= '0' && text[i] <= '9')))
        i++;
    return i < length && text[i] == 'm' ? i + 1 : 0;
}

void show_lines(str *out, const char *text, size_t length, bool colored) {
    while (length) {
        size_t color = colored ? color_length(text, length) : 0;
        const char *next = colored ? memchr(text + 1, '\x1b', length - 1) : NULL;
        size_t part = color ? color : next ? (size_t)(next - text) : length;
        if (color)
            str_add_n(out, text, part);
        else
            str_add_utf8(out, text, part, show_line_ascii, show_other);
        text += part;
        length -= part;
    }
}

/* One conversion of a format, from its '%' on. */
typedef struct conversion {
    char text[32]; /* as it stands, with numbers in place of '*' */
    size_t length; /* of what it takes of the format */
    bool left;
    int width, precision; /* -1 if there is none */
    int longs;            /* how many 'l' */
    bool size;            /* 'z' */
    char kind;
} conversion;

static int read_number(const char **p, va_list *args) {
    int n = 0;
    if (**p == '*') {
        (*p)++;
        return va_arg(*args, int);
    }
    for (; **p >= '0' && **p <= '9'; (*p)++)
        n = n < 10000 ? 10 * n + (**p - '0') : n;
    return n;
}

static conversion read_conversion(const char *at, va_list *args) {
    conversion c = {.width = 0, .precision = -1};
    const char *p = at + 1, *flags = p;
    while (*p && strchr("-+ #0", *p))
        c.left |= *p++ == '-';
    size_t flag_count = (size_t)(p - flags);
    c.width = read_number(&p, args);
    if (*p == '.') {
        p++;
        c.precision = read_number(&p, args);
    }
    const char *modifiers = p;
    for (; *p == 'l' || *p == 'z'; p++) {
        c.longs += *p == 'l';
        c.size |= *p == 'z';
    }
    c.kind = *p;
    c.length = (size_t)(p - at) + (*p != '\0');
    char precision[16] = "";
    if (c.precision >= 0)
        snprintf(precision, sizeof precision, ".%d", c.precision);
    snprintf(c.text, sizeof c.text, "%%%.*s%.0d%s%.*s", (int)(flag_count < 5 ? flag_count : 5),
             flags, c.width, precision, (int)(p - modifiers) + 1, modifiers);
    return c;
}

static void add_text(str *out, show_fn *show, const conversion *c, const char *text) {
    size_t length = c->precision >= 0 ? strnlen(text, (size_t)c->precision) : strlen(text);
    size_t width = (size_t)(c->width < 0 ? -c->width : c->width);
    bool left = c->left || c->width < 0;
    str shown;
    str_init(&shown, out->ctx);
    show(&shown, text, length);
    size_t pad = width > shown.len ? width - shown.len : 0;
    if (!left)
        str_add_repeat(out, ' ', pad);
    str_add_n(out, str_text(&shown), shown.len);
    if (left)
        str_add_repeat(out, ' ', pad);
    str_free(&shown);
}

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wformat-nonliteral"
static void add_number(str *out, const conversion *c, va_list *args) {
    bool is_signed = c->kind == 'd' || c->kind == 'i';
    if (c->kind == 'f' || c->kind == 'g')
        str_printf(out, c->text, va_arg(*args, double));
    else if (c->size)
        str_printf(out, c->text, va_arg(*args, size_t));
    else if (c->longs > 1 && is_signed)
        str_printf(out, c->text, va_arg(*args, long long));
    else if (c->longs > 1)
        str_printf(out, c->text, va_arg(*args, unsigned long long));
    else if (c->longs && is_signed)
        str_printf(out, c->text, va_arg(*args, long));
    else if (c->longs)
        str_printf(out, c->text, va_arg(*args, unsigned long));
    else if (is_signed || c->kind == 'c')
        str_printf(out, c->text, va_arg(*args, int));
    else
        str_printf(out, c->text, va_arg(*args, unsigned));
}
#pragma clang diagnostic pop

void show_vprintf(str *out, show_fn *show, const char *format, va_list *args) {
    for (const char *p = format; *p;) {
        size_t plain = strcspn(p, "%");
        str_add_n(out, p, plain);
        p += plain;
        if (!*p)
            return;
        conversion c = read_conversion(p, args);
        if (c.kind == '%')
            str_add_char(out, '%');
        else if (c.kind == 's')
            add_text(out, show, &c, va_arg(*args, const char *));
        else if (c.kind)
            add_number(out, &c, args);
        p += c.length;
    }
}

void show_printf(str *out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    show_vprintf(out, show_add_n, format, &args);
    va_end(args);
}
