/* What generated code and the pool runtime know of one another. src/dtrans/pool declares the same
 * in modules. */
#ifndef LATHE_POOL_ABI_H
#define LATHE_POOL_ABI_H

#include <stdint.h>

/* One for each type whose objects come from a pool. The program has it as a variable in which only
 * size, shift and limit are set.
 *
 * Invariants:
 *  1. An object's address is a multiple of 1 << shift and below 1 << (32 + shift), and so is the
 *     address behind it: the address shifted right fits in 32 bits, and is 0 for no object.
 *  2. Objects lie side by side; a freed one holds the shifted address of the next freed one in its
 *     first four bytes. So size is at least 4 and a multiple of 1 << shift and of 4. */
struct lathe_pool {
    uint32_t size;
    uint32_t shift;
    uint64_t limit; /* bytes it may take in all; 0: what there is */
    uint32_t freed; /* the first, shifted; 0 if there is none */
    uint32_t unused;
    char *next, *end; /* what is left of the last chunk, never handed out and all zero */
    uint64_t taken;   /* bytes of all chunks */
};

/* Objects, or NULL with errno set to ENOMEM when there is no memory or the addresses are used up.
 * The second kind is all zero. */
void *lathe_pool_alloc(struct lathe_pool *pool);
void *lathe_pool_zalloc(struct lathe_pool *pool);
/* An object of this pool, or NULL. */
void lathe_pool_free(struct lathe_pool *pool, void *object);
/* An object of some pool, memory of malloc, or NULL: stands wherever free does and it is not known
 * which. */
void lathe_pool_release(void *memory);

#endif
