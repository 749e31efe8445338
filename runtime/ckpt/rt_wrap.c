/* Library functions that return memory of the C library's: copies of their results go into the
 * arena, so that they are saved, and free() of them is the arena's. */
#include "alloc.h"
#include "rt_abi.h"
#include "streams.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

/* take: text comes from libc's malloc */
static char *into_arena(char *text) {
    char *copy = text ? lathe_ckpt_strdup(text) : NULL;
    free(text);
    return copy;
}

char *lathe_ckpt_strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = lathe_ckpt_malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

char *lathe_ckpt_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = lathe_ckpt_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

/* take: text, of libc's */
static int give(char **out, char *text, size_t length) {
    char *copy = lathe_ckpt_malloc(length + 1);
    if (copy)
        *out = memcpy(copy, text, length + 1);
    free(text);
    return copy ? (int)length : -1;
}

int lathe_ckpt_vasprintf(char **out, const char *format, va_list args) {
    char *text;
    int length = vasprintf(&text, format, args);
    return length < 0 ? length : give(out, text, (size_t)length);
}

int lathe_ckpt_asprintf(char **out, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = lathe_ckpt_vasprintf(out, format, args);
    va_end(args);
    return length;
}

char *lathe_ckpt_realpath(const char *path, char *out) {
    return out ? realpath(path, out) : into_arena(realpath(path, NULL));
}

char *lathe_ckpt_getcwd(char *out, size_t size) {
    return out ? getcwd(out, size) : into_arena(getcwd(NULL, size));
}

int __vasprintf_chk(char **out, int flag, const char *format, va_list args);

int lathe_ckpt_vasprintf_chk(char **out, int flag, const char *format, va_list args) {
    char *text;
    int length = __vasprintf_chk(&text, flag, format, args);
    return length < 0 ? length : give(out, text, (size_t)length);
}

int lathe_ckpt_asprintf_chk(char **out, int flag, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = lathe_ckpt_vasprintf_chk(out, flag, format, args);
    va_end(args);
    return length;
}

_Noreturn void __chk_fail(void);

char *lathe_ckpt_getcwd_chk(char *out, size_t size, size_t room) {
    if (size > room)
        __chk_fail();
    return lathe_ckpt_getcwd(out, size);
}

char *lathe_ckpt_realpath_chk(const char *path, char *out, size_t room) {
    if (out && room < PATH_MAX)
        __chk_fail();
    return lathe_ckpt_realpath(path, out);
}

char *lathe_ckpt_canonicalize_file_name(const char *path) {
    return lathe_ckpt_realpath(path, NULL);
}

char *lathe_ckpt_get_current_dir_name(void) {
    return into_arena(get_current_dir_name());
}

wchar_t *lathe_ckpt_wcsdup(const wchar_t *text) {
    size_t size = (wcslen(text) + 1) * sizeof *text;
    wchar_t *copy = lathe_ckpt_malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void *lathe_ckpt_valloc(size_t size) {
    return lathe_ckpt_memalign((size_t)sysconf(_SC_PAGESIZE), size);
}

void *lathe_ckpt_pvalloc(size_t size) {
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return lathe_ckpt_memalign(page, (size + page - 1) & ~(page - 1));
}

void lathe_ckpt_cfree(void *block) {
    lathe_ckpt_free(block);
}

/* libc reads into memory of its own, because it would grow the program's with its own realloc. */
ssize_t lathe_ckpt_getdelim(char **line, size_t *size, int delimiter, lathe_ckpt_file *file) {
    static char *text;
    static size_t room;
    ssize_t length = getdelim(&text, &room, delimiter, file->stream);
    if (length < 0)
        return length;
    size_t need = (size_t)length + 1;
    if (!*line || *size < need) {
        size_t grown = need < 120 ? 120 : need;
        if (*line && grown < 2 * *size)
            grown = 2 * *size;
        char *bigger = lathe_ckpt_realloc(*line, grown);
        if (!bigger)
            return -1;
        *line = bigger;
        *size = grown;
    }
    memcpy(*line, text, need);
    return length;
}

ssize_t lathe_ckpt_getline(char **line, size_t *size, lathe_ckpt_file *file) {
    return lathe_ckpt_getdelim(line, size, '\n', file);
}
