/* Dense numbers for pointers: each distinct key gets the next number, 0, 1, 2 … The table lives in
 * an arena and never grows: its capacity is known when it is made.
 */
#pragma once

#include "base/arena.h"
#include "ir/module.h"

/* Invariants: 1. keys[0..count) are distinct, and number i belongs to keys[i].
 *             2. more than half of the slots are free, so that a probe always ends.
 */
typedef struct ir_numbering {
    const void **keys;
    uint32_t *slots; /* number + 1, 0 = free */
    uint32_t count, capacity;
    unsigned shift; /* a hash's top bits name its slot */
    uint32_t mask;
} ir_numbering;

/* False, with the context's status set, when there is no memory. */
bool ir_numbering_init(ir_numbering *n, arena *a, size_t capacity);

/* The key's number, given now if it has none. At most `capacity` keys may be added. */
uint32_t ir_numbering_add(ir_numbering *n, const void *key);

/* The key's number, or IR_NONE. */
uint32_t ir_numbering_find(const ir_numbering *n, const void *key);

/* Whether `total` things can be counted in 32 bits; if not, the context's status is set. */
bool ir_fits(lathe_ctx *ctx, uint64_t total);
