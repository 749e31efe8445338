/* Arena: objects that die together. Memory comes in chunks that double up to 1 MiB; objects larger
 * than a chunk get a chunk of their own. Built with LATHE_ARENA_MALLOC, every object is a chunk of
 * its own, so that sanitizers see each object's bounds.
 */
#pragma once

#include "base/ctx.h"

typedef struct arena_chunk arena_chunk;

typedef struct arena {
    lathe_ctx *ctx;
    arena_chunk *chunks; /* newest first */
    char *next, *end;    /* the free part of the newest chunk */
    size_t chunk_size;   /* of the next chunk */
} arena;

void arena_init(arena *a, lathe_ctx *ctx);
void arena_free(arena *a);

/* Zeroed, aligned for any object. NULL, with the context's status set, when there is none. */
void *arena_alloc(arena *a, size_t size);
void *arena_alloc_array(arena *a, size_t count, size_t size);
char *arena_strndup(arena *a, const char *text, size_t length);
char *arena_strdup(arena *a, const char *text);
char *arena_printf(arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, count, T) ((T *)arena_alloc_array((a), (count), sizeof(T)))
