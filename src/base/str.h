/* String builder. `at` is always NUL-terminated once something was added; on failure the text
 * stays as it was and the context's status is set. */
#pragma once

#include "base/arena.h"

#include <stdarg.h>
#include <string.h>

typedef struct str {
    lathe_ctx *ctx;
    char *at;
    size_t len, cap;
} str;

void str_init(str *s, lathe_ctx *ctx);
void str_free(str *s);
void str_clear(str *s);
void str_add_n(str *s, const char *text, size_t length);
void str_add(str *s, const char *text);
void str_add_char(str *s, char c);
/* In single quotes, as a POSIX shell reads one word. */
void str_add_shell_word(str *s, const char *word);
/* In double quotes, with a backslash before quotes and backslashes. */
void str_add_c_string(str *s, const char *text);
void str_add_repeat(str *s, char c, size_t count);
void str_printf(str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_vprintf(str *s, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* The text, "" if nothing was added. */
const char *str_text(const str *s);
/* As isdigit, whatever the sign of char and the locale. */
static inline bool str_is_digit(char c) {
    return c >= '0' && c <= '9';
}
/* Of names in assembler. */
static inline bool str_is_symbol_char(char c) {
    return str_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.' || c == '$';
}
/* Whether the text, which may be NULL, is those characters. */
static inline bool str_is(const char *text, const char *at, size_t length) {
    return text && strlen(text) == length && memcmp(text, at, length) == 0;
}
/* Whether those characters are a word of the list, which has blanks between its words. One that
 * ends in '*' stands for all that begin so. */
bool str_is_listed(const char *list, const char *at, size_t length);
static inline bool str_starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}
bool str_ends_with(const char *text, const char *end);
/* What follows the last slash. */
const char *str_base_name(const char *path);
/* What follows the folder in a path below it, any other path as it is. Either may be NULL, for
 * none. */
const char *str_below(const char *path, const char *folder);
/* The length of a name without the ".12" that LLVM adds when two things want one name; 0 if there
 * is none. */
size_t str_without_number(const char *name, size_t length);
/* What makes a word mean that many things: "" or "s". */
static inline const char *str_plural(uint64_t count) {
    return count == 1 ? "" : "s";
}
/* Bytes of the UTF-8 sequence at the start of left > 0 bytes; 0 if it is not one (overlong,
 * surrogate, cut off, a lone continuation). */
size_t str_utf8_length(const char *at, size_t left);
/* Adds UTF-8 as it is, but for ASCII, which `ascii` adds, and for what `other` adds: code points
 * that control a terminal or the direction of writing, and bytes that are not UTF-8. */
void str_add_utf8(str *out, const char *text, size_t length,
                  void (*ascii)(str *out, unsigned char c),
                  void (*other)(str *out, uint32_t point, bool is_byte));
/* A copy that lives as long as the arena; the text itself is freed. */
char *str_keep(str *s, arena *mem);
/* A malloc'd copy for callers outside; NULL when there is no memory. */
char *str_give(const str *s);
