/* Fixed-size sets of small integers. The words live in an arena. */
#pragma once

#include "base/arena.h"
#include "base/assert.h"

typedef struct bitset {
    uint64_t *words;
    size_t bits;
} bitset;

enum { BITSET_END = -1 };

/* Empty. False, with the context's status set, when there is no memory. */
bool bitset_init(bitset *s, arena *a, size_t bits);

static inline bool bitset_has(const bitset *s, size_t i) {
    lathe_assert(i < s->bits);
    return s->words[i / 64] >> (i % 64) & 1;
}
static inline void bitset_add(bitset *s, size_t i) {
    lathe_assert(i < s->bits);
    s->words[i / 64] |= UINT64_C(1) << (i % 64);
}
static inline void bitset_remove(bitset *s, size_t i) {
    lathe_assert(i < s->bits);
    s->words[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

/* Both sets have the same number of bits. Each is true when dst changed. */
bool bitset_union(bitset *dst, const bitset *src);
bool bitset_subtract(bitset *dst, const bitset *src);

void bitset_clear(bitset *s);
void bitset_copy(bitset *dst, const bitset *src);
/* The first member >= from, or BITSET_END. */
int64_t bitset_next(const bitset *s, size_t from);
