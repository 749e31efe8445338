#include "scan.h"

#include "alloc.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

enum { MOST = 128 }; /* arguments that are looked at */

/* What a conversion of a format does with its argument. */
typedef struct conversion {
    unsigned argument;   /* from 0 */
    bool allocates;      /* it stores the address of memory */
    bool counts, stores; /* it is part of the result; it has an argument */
    size_t characters;   /* of %c; 0: a text that ends with a zero */
    bool wide;
} conversion;

/* After the conversion at `at`, which follows a %. old: %as allocates, as it did before C99. */
static const char *read_conversion(const char *at, bool old, unsigned *next, conversion *out) {
    size_t digits = strspn(at, "0123456789");
    bool numbered = digits && at[digits] == '$';
    unsigned number = numbered ? (unsigned)atoi(at) - 1 : *next;
    at += numbered ? digits + 1 : 0;
    bool skips = false;
    for (; strchr("*'I", *at) && *at; at++)
        skips |= *at == '*';
    size_t width = strtoul(at, NULL, 10);
    at += strspn(at, "0123456789");
    bool allocates = *at == 'm' || (old && *at == 'a' && at[1] && strchr("sS[", at[1]));
    at += allocates;
    bool wide = *at == 'l';
    at += strspn(at, "hljztLq");
    char kind = *at;
    if (kind == '[') {
        at += at[1] == '^' ? 2 : 1;
        at = *at ? strchr(at + 1, ']') : at;
    }
    bool stores = kind && kind != '%' && !skips;
    *out = (conversion){.argument = number,
                        .allocates = allocates && stores,
                        .counts = stores && kind != 'n',
                        .stores = stores,
                        .characters = kind != 'c' && kind != 'C' ? 0
                                      : width                    ? width
                                                                 : 1,
                        .wide = wide || kind == 'S' || kind == 'C'};
    if (stores && !numbered)
        ++*next;
    return at && *at ? at + 1 : NULL;
}

static void adopt(const conversion *c, char **where) {
    char *text = *where;
    size_t unit = c->wide ? sizeof(wchar_t) : 1;
    size_t length = c->characters ? c->characters
                    : c->wide     ? wcslen((const wchar_t *)(const void *)text) + 1
                                  : strlen(text) + 1;
    char *copy = lathe_ckpt_malloc(length * unit);
    if (copy)
        memcpy(copy, text, length * unit);
    free(text);
    *where = copy;
}

/* What the first `assigned` conversions have stored. */
static void adopt_all(const char *format, bool old, int assigned, va_list args) {
    void *given[MOST];
    unsigned have = 0, next = 0;
    for (const char *at = format; assigned > 0 && at && (at = strchr(at, '%'));) {
        conversion c;
        at = read_conversion(at + 1, old, &next, &c);
        while (c.stores && have <= c.argument && have < MOST)
            given[have++] = va_arg(args, void *);
        if (c.allocates && c.argument < have)
            adopt(&c, given[c.argument]);
        assigned -= c.counts;
    }
}

static bool may_allocate(const char *format, bool old) {
    return strchr(format, '%') && (strchr(format, 'm') || (old && strchr(format, 'a')));
}

static int after(const char *format, bool old, int result, va_list args) {
    if (result > 0 && may_allocate(format, old))
        adopt_all(format, old, result, args);
    return result;
}

/* The C library's own, by the names that programs have for them. */
int ck_plain_vsscanf(const char *text, const char *format, va_list args) __asm__("vsscanf");
int ck_plain_vfscanf(FILE *file, const char *format, va_list args) __asm__("vfscanf");
int ck_99_vsscanf(const char *text, const char *format, va_list args) __asm__("__isoc99_vsscanf");
int ck_99_vfscanf(FILE *file, const char *format, va_list args) __asm__("__isoc99_vfscanf");
#if defined(__GLIBC_PREREQ) && __GLIBC_PREREQ(2, 38)
int ck_23_vsscanf(const char *text, const char *format, va_list args) __asm__("__isoc23_vsscanf");
int ck_23_vfscanf(FILE *file, const char *format, va_list args) __asm__("__isoc23_vfscanf");
#else /* no program has calls of them then */
#define ck_23_vsscanf ck_99_vsscanf
#define ck_23_vfscanf ck_99_vfscanf
#endif

#define DEFINE(prefix, which, old)                                                                 \
    int lathe_ckpt_##prefix##vsscanf(const char *text, const char *format, va_list args) {         \
        va_list again;                                                                             \
        va_copy(again, args);                                                                      \
        int result = after(format, old, ck_##which##_vsscanf(text, format, args), again);          \
        va_end(again);                                                                             \
        return result;                                                                             \
    }                                                                                              \
    int lathe_ckpt_##prefix##vfscanf(lathe_ckpt_file *file, const char *format, va_list args) {    \
        va_list again;                                                                             \
        va_copy(again, args);                                                                      \
        int result = after(format, old, ck_##which##_vfscanf(file->stream, format, args), again);  \
        va_end(again);                                                                             \
        return result;                                                                             \
    }                                                                                              \
    int lathe_ckpt_##prefix##vscanf(const char *format, va_list args) {                            \
        return lathe_ckpt_##prefix##vfscanf(&lathe_ckpt_stdin, format, args);                      \
    }                                                                                              \
    int lathe_ckpt_##prefix##sscanf(const char *text, const char *format, ...) {                   \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        int result = lathe_ckpt_##prefix##vsscanf(text, format, args);                             \
        va_end(args);                                                                              \
        return result;                                                                             \
    }                                                                                              \
    int lathe_ckpt_##prefix##fscanf(lathe_ckpt_file *file, const char *format, ...) {              \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        int result = lathe_ckpt_##prefix##vfscanf(file, format, args);                             \
        va_end(args);                                                                              \
        return result;                                                                             \
    }                                                                                              \
    int lathe_ckpt_##prefix##scanf(const char *format, ...) {                                      \
        va_list args;                                                                              \
        va_start(args, format);                                                                    \
        int result = lathe_ckpt_##prefix##vfscanf(&lathe_ckpt_stdin, format, args);                \
        va_end(args);                                                                              \
        return result;                                                                             \
    }

DEFINE(, plain, true)
DEFINE(isoc99_, 99, false)
DEFINE(isoc23_, 23, false)
