/* Text for people. Names in a program may hold anything; a terminal obeys what it is sent, a line
 * that is broken passes for two, and marks of writing direction show letters in another order than
 * they have. So what comes from outside is shown with all that escaped: control characters as \x1B,
 * others of that kind as \u202E, and bytes that are not UTF-8 as \xFF. */
#pragma once

#include "base/str.h"

void show_add(str *out, const char *text);
void show_add_n(str *out, const char *text, size_t length);

/* As str_printf, with each text that %s brings shown; the format's own newlines are newlines.
 * Widths count the bytes that are shown. Takes d, i, u, x, X, c, s, f, g with l, ll, z and *. */
void show_printf(str *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The same for what reads something other than a terminal: `show` adds each text that %s brings. */
typedef void show_fn(str *out, const char *text, size_t length);
void show_vprintf(str *out, show_fn *show, const char *format, va_list *args)
    __attribute__((format(printf, 3, 0)));

/* A whole text: its newlines and tabs stay, and where it may be coloured, what sets colours. */
void show_lines(str *out, const char *text, size_t length, bool colored);
