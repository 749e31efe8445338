#include "ir/numbering.h"

bool ir_fits(lathe_ctx *ctx, uint64_t total) {
    if (total < IR_NONE)
        return true;
    ctx_fail(ctx, LATHE_NO_MEMORY, "a function is too large to be analysed");
    return false;
}

bool ir_numbering_init(ir_numbering *n, arena *a, size_t capacity) {
    *n = (ir_numbering){.capacity = (uint32_t)capacity};
    if (!ir_fits(a->ctx, (uint64_t)capacity * 4))
        return false;
    unsigned bits = 2;
    while (UINT32_C(1) << bits <= capacity * 2)
        bits++;
    n->shift = 64 - bits;
    n->mask = (UINT32_C(1) << bits) - 1;
    n->keys = arena_array(a, capacity, const void *);
    n->slots = arena_array(a, (size_t)n->mask + 1, uint32_t);
    return n->keys && n->slots;
}

/* The slot that holds the key, or the free one where it belongs. */
static uint32_t probe(const ir_numbering *n, const void *key) {
    uint64_t hash = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t slot = (uint32_t)(hash >> n->shift);
    while (n->slots[slot] && n->keys[n->slots[slot] - 1] != key)
        slot = (slot + 1) & n->mask;
    return slot;
}

uint32_t ir_numbering_add(ir_numbering *n, const void *key) {
    uint32_t slot = probe(n, key);
    if (!n->slots[slot]) {
        n->keys[n->count] = key;
        n->slots[slot] = ++n->count;
    }
    return n->slots[slot] - 1;
}

uint32_t ir_numbering_find(const ir_numbering *n, const void *key) {
    if (!n->slots)
        return IR_NONE;
    uint32_t slot = probe(n, key);
    return n->slots[slot] ? n->slots[slot] - 1 : IR_NONE;
}
