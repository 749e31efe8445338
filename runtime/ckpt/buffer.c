#include "buffer.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *ck_buffer_grow(ck_buffer *buffer, size_t size) {
    if (buffer->failed || size > SIZE_MAX / 4 - buffer->size)
        return NULL;
    if (buffer->room - buffer->size < size) {
        size_t room = 2 * (buffer->size + size) + 64;
        char *bigger = realloc(buffer->data, room);
        if (!bigger) {
            ck_buffer_free(buffer);
            buffer->failed = true;
            return NULL;
        }
        buffer->data = bigger;
        buffer->room = room;
    }
    char *at = buffer->data + buffer->size;
    buffer->size += size;
    return memset(at, 0, size);
}

void ck_buffer_add(ck_buffer *buffer, const void *data, size_t size) {
    char *at = ck_buffer_grow(buffer, size);
    if (at && size)
        memcpy(at, data, size);
}

void ck_buffer_print(ck_buffer *buffer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *at = length < 0 ? NULL : ck_buffer_grow(buffer, (size_t)length + 1);
    if (!at)
        return;
    va_start(args, format);
    vsnprintf(at, (size_t)length + 1, format, args);
    va_end(args);
    buffer->size--;
}

void ck_buffer_free(ck_buffer *buffer) {
    free(buffer->data);
    *buffer = (ck_buffer){0};
}

bool ck_array_reserve(void *array, size_t *room, size_t count, size_t size) {
    void *old, *bigger;
    size_t bytes, more = 2 * count + 8;
    if (count <= *room)
        return true;
    memcpy(&old, array, sizeof old);
    if (__builtin_mul_overflow(more, size, &bytes) || !(bigger = realloc(old, bytes)))
        return false;
    memcpy(array, &bigger, sizeof bigger);
    *room = more;
    return true;
}
