/* Bytes that grow, in libc's memory. After a failed growth everything is dropped and `failed`
 * stays. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct ck_buffer {
    char *data;
    size_t size, room;
    bool failed;
} ck_buffer;

/* Zeroed bytes at the end, NULL if memory is out. */
void *ck_buffer_grow(ck_buffer *buffer, size_t size);
void ck_buffer_add(ck_buffer *buffer, const void *data, size_t size);
void ck_buffer_print(ck_buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void ck_buffer_free(ck_buffer *buffer);

/* Makes an array of elements of that size, to which `array` points, hold `count` of them, and more
 * so that it seldom moves. False, and nothing has changed, if memory is out. */
bool ck_array_reserve(void *array, size_t *room, size_t count, size_t size);
