/* What generated code and the pool runtime know of one another. src/dtrans/pool declares the same
 * in modules. */
#pragma once

#include <stdint.h>

/* Chunks of a pool are whole granules, each at a multiple of its size. All lie below the highest
 * address that 32 shifted bits can name. */
enum { LATHE_POOL_GRANULE_BITS = 20, LATHE_POOL_MOST_SHIFT = 4 };
#define LATHE_POOL_GRANULE (UINT32_C(1) << LATHE_POOL_GRANULE_BITS)

/* A part of an object that does not lie with the first one: that of the object with number i in a
 * granule is at offset + i * size in it. */
struct lathe_pool_part {
    uint32_t offset, size;
};

/* In lathe_pool.flags: narrow pointers to its objects may lie outside pooled objects. */
enum { LATHE_POOL_HELD_OUTSIDE = 1 };

/* One for each type whose objects come from a pool. The program has it as a variable in which only
 * what comes before the state is set.
 *
 * Invariants:
 *  1. An object's address is a multiple of 1 << shift and below 1 << (32 + shift), and so is the
 *     address after it: the address shifted right fits in 32 bits, and is never 0.
 *  2. Objects lie side by side. A freed one holds in its first four bytes the shifted address of
 *     the next freed one, xored with `mask`, and in the next four its own, xored with `mark`. So
 *     size is at least 8 and a multiple of 1 << shift and of 4. An allocated one does not hold its
 *     mark when it is handed out; it may come to by accident, so that what looks freed is looked
 *     for among the freed ones before it is called so.
 *  3. Of objects in parts all this is about the first part. Such parts lie side by side from the
 *     beginning of a granule on, per_granule of them, and the other parts in the same granule: the
 *     address of the first gives those of all.
 *  4. Generated code takes from and adds to the freed ones itself while *alone is not 0. */
struct lathe_pool {
    uint32_t size; /* of an object or its first part */
    uint32_t shift;
    uint64_t limit; /* bytes it may take in all; 0: what there is */
    uint32_t per_granule;
    uint32_t part_count; /* besides the first */
    const struct lathe_pool_part *parts;
    const char *alone; /* lathe_pool_crowded to begin with */
    uint32_t flags;
    uint32_t freed;      /* the state from here on. The first, shifted; 0 if there is none */
    uint32_t mask, mark; /* random, set when the first chunk is */
    char *next, *end;    /* what is left of the chunk, or the granule, never used and all zero */
    char *chunk_end;
    char *front, *front_end; /* what comes before the random beginning of the first chunk */
    uint64_t taken;          /* bytes of all chunks */
    uint32_t last, waiting;  /* under a checker: the last freed, shifted, and how many there are */
};

#pragma GCC visibility push(hidden)

/* Always 0. */
extern const char lathe_pool_crowded;

/* Objects, or NULL with errno set to ENOMEM when there is no memory or the addresses are used up.
 * The second kind is all zero. */
void *lathe_pool_alloc(struct lathe_pool *pool);
void *lathe_pool_zalloc(struct lathe_pool *pool);
/* The same, with the size of an object, which a compiler understands and the runtime knows. */
void *lathe_pool_take(struct lathe_pool *pool, uint64_t size);
void *lathe_pool_ztake(struct lathe_pool *pool, uint64_t size);
/* An object of this pool, or NULL. Anything else ends the program with a message. */
void lathe_pool_free(struct lathe_pool *pool, void *object);
/* An object of some pool, memory of malloc, or NULL: stands wherever free does and it is not known
 * which. */
void lathe_pool_release(void *memory);

#pragma GCC visibility pop
