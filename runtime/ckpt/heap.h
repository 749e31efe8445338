/* The heap inside the arena, for the files that keep it: heap.c hands out its blocks, rt_arena.c
 * finds an address for it and walks it for an image. */
#pragma once

#include "rt_arena.h"

enum {
    SPAN_BITS = 16,
    SPAN = 1 << SPAN_BITS,
    SMALL_MAX = 1024,  /* one class per 16 bytes up to here, */
    BLOCK_MAX = 32768, /* eight per power of two up to here */
    SMALL_CLASSES = SMALL_MAX / 16 + 1,
    CLASSES = SMALL_CLASSES + 5 * 8,
    RUN_BINS = 21,
    FIRST_SPAN = (512 << 20) >> SPAN_BITS,
};

/* The descriptors of the spans lie before the arena, as far as one would of the largest. */
#define ARENA_MAX (UINT64_C(1) << 45)
#define SPANS_BEFORE ((ARENA_MAX >> SPAN_BITS) * 32)

/* What a span is, in `block`: the size of its blocks, or one of these. A run is described by its
 * first span; the last span of a free run says FREE_END so that a neighbour finds the first. */
enum { LARGE = 0, FREE = 1, FREE_END = 2, INSIDE = 3 };

/* Invariants:
 *  1. used > trigger unless freeing one more block needs the slow path: the span is full (not in
 *     its class's list), large, or about to be empty.
 *  2. Blocks below `top` were handed out at least once or are in the free list; above it the span
 *     is untouched. */
typedef struct ck_span {
    void *free;
    uint32_t used, trigger;
    uint32_t block;
    uint32_t top; /* of a run: number of spans */
    union {
        struct {
            uint32_t next, prev; /* in the list of its class or bin; 0 ends it */
        };
        uint64_t size; /* of a large block, as asked for */
    };
} ck_span;

_Static_assert(sizeof(ck_span) == 32, "the table of spans is sized for this");

typedef struct ck_heap {
    ck_span *current[CLASSES]; /* never NULL */
    ck_span none;              /* a span without blocks: the current one of a class that has none */
    uint32_t partial[CLASSES];
    uint32_t runs[RUN_BINS];
    uint32_t top;  /* spans from here on were never used */
    uint64_t kept; /* bytes */
    uint64_t magic;
} ck_heap;

/* The arena's address, found once at start; NULL and 0 if there is none. Hidden, so that malloc
 * reaches it in one step. */
extern ck_heap *ck_the_heap __attribute__((visibility("hidden")));
extern uint64_t ck_arena_size __attribute__((visibility("hidden")));

static inline ck_span *ck_spans(void) {
    return (ck_span *)((char *)ck_the_heap - SPANS_BEFORE);
}

static inline uint32_t ck_span_index(const ck_span *s) {
    return (uint32_t)(s - ck_spans());
}

static inline char *ck_span_start(uint32_t index) {
    return (char *)ck_the_heap + ((uint64_t)index << SPAN_BITS);
}

static inline uint32_t ck_span_limit(void) {
    return (uint32_t)(ck_arena_size >> SPAN_BITS);
}

/* Makes spans up to there usable; false if memory is out. */
bool ck_arena_open(uint64_t spans);

static inline bool ck_in_arena(const void *p) {
    return (uintptr_t)p - (uintptr_t)ck_the_heap < ck_arena_size;
}
