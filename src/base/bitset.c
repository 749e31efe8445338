#include "base/bitset.h"

#include <string.h>

static size_t word_count(const bitset *s) {
    return s->bits / 64 + (s->bits % 64 != 0);
}

bool bitset_init(bitset *s, arena *a, size_t bits) {
    s->bits = bits;
    s->words = arena_array(a, word_count(s), uint64_t);
    return s->words != NULL;
}

bool bitset_union(bitset *dst, const bitset *src) {
    lathe_assert(dst->bits == src->bits);
    uint64_t changed = 0;
    for (size_t i = 0; i < word_count(dst); i++) {
        changed |= src->words[i] & ~dst->words[i];
        dst->words[i] |= src->words[i];
    }
    return changed != 0;
}

bool bitset_subtract(bitset *dst, const bitset *src) {
    lathe_assert(dst->bits == src->bits);
    uint64_t changed = 0;
    for (size_t i = 0; i < word_count(dst); i++) {
        changed |= dst->words[i] & src->words[i];
        dst->words[i] &= ~src->words[i];
    }
    return changed != 0;
}

void bitset_clear(bitset *s) {
    memset(s->words, 0, word_count(s) * sizeof *s->words);
}

void bitset_copy(bitset *dst, const bitset *src) {
    lathe_assert(dst->bits == src->bits);
    memcpy(dst->words, src->words, word_count(dst) * sizeof *dst->words);
}

int64_t bitset_next(const bitset *s, size_t from) {
    for (size_t i = from / 64; i < word_count(s); i++) {
        uint64_t word = s->words[i];
        if (i == from / 64)
            word &= ~UINT64_C(0) << (from % 64);
        if (word)
            return (int64_t)(i * 64 + (size_t)__builtin_ctzll(word));
    }
    return BITSET_END;
}
