/* Library functions that return memory of the C library's: copies of their results go into the
 * arena, so that they are saved, and free() of them is the arena's. */
#include "alloc.h"
#include "rt_abi.h"
#include "streams.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

int lathe_ckpt_vasprintf(char **out, const char *format, va_list args) {
    char *text;
    int length = vasprintf(&text, format, args);
    if (length < 0)
        return length;
    char *copy = lathe_ckpt_malloc((size_t)length + 1);
    if (copy)
        *out = memcpy(copy, text, (size_t)length + 1);
    free(text);
    return copy ? length : -1;
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
