#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20, ALIGNMENT = alignof(max_align_t) };

struct arena_chunk {
    arena_chunk *older;
    size_t size; /* of the whole chunk */
    alignas(max_align_t) char bytes[];
};

void arena_init(arena *a, lathe_ctx *ctx) {
    *a = (arena){.ctx = ctx, .chunk_size = FIRST_CHUNK};
}

void arena_free(arena *a) {
    for (arena_chunk *c = a->chunks, *older; c; c = older) {
        older = c->older;
        ctx_free(a->ctx, c, c->size);
    }
    arena_init(a, a->ctx);
}

static arena_chunk *add_chunk(arena *a, size_t payload) {
    size_t size;
    if (__builtin_add_overflow(payload, sizeof(arena_chunk), &size)) {
        ctx_fail(a->ctx, LATHE_NO_MEMORY, "an object of %zu bytes does not fit in memory", payload);
        return NULL;
    }
    arena_chunk *c = ctx_realloc(a->ctx, NULL, 0, size);
    if (!c)
        return NULL;
    c->size = size;
    c->older = a->chunks;
    a->chunks = c;
    return c;
}

/* An object that would waste most of a chunk lives alone; the current chunk stays in use. */
static void *alloc_alone(arena *a, size_t size) {
    arena_chunk *c = add_chunk(a, size);
    return c ? memset(c->bytes, 0, size) : NULL;
}

#ifdef LATHE_ARENA_MALLOC
void *arena_alloc(arena *a, size_t size) {
    return alloc_alone(a, size);
}
#else
static bool start_chunk(arena *a) {
    arena_chunk *c = add_chunk(a, a->chunk_size);
    if (!c)
        return false;
    a->next = c->bytes;
    a->end = c->bytes + a->chunk_size;
    if (a->chunk_size < LARGEST_CHUNK)
        a->chunk_size *= 2;
    return true;
}

/* An object of no bytes takes one, so that NULL always means failure. */
void *arena_alloc(arena *a, size_t size) {
    if (size > a->chunk_size / 4)
        return alloc_alone(a, size);
    size_t rounded = (size + !size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
    if ((size_t)(a->end - a->next) < rounded && !start_chunk(a))
        return NULL;
    void *object = a->next;
    a->next += rounded;
    return memset(object, 0, rounded);
}
#endif

void *arena_alloc_array(arena *a, size_t count, size_t size) {
    size_t bytes;
    return ctx_size_mul(a->ctx, count, size, &bytes) ? arena_alloc(a, bytes) : NULL;
}

char *arena_strndup(arena *a, const char *text, size_t length) {
    size_t size;
    if (__builtin_add_overflow(length, 1, &size))
        size = SIZE_MAX;
    char *copy = arena_alloc(a, size);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_strdup(arena *a, const char *text) {
    return arena_strndup(a, text, strlen(text));
}

static char *print(arena *a, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0) {
        ctx_fail(a->ctx, LATHE_INTERNAL, "cannot format '%s'", format);
        return NULL;
    }
    char *text = arena_alloc(a, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, args);
    return text;
}

char *arena_printf(arena *a, const char *format, ...) {
    va_list args;
    va_start(args, format);
    char *text = print(a, format, args);
    va_end(args);
    return text;
}
