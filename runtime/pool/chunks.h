/* Chunks of memory at low addresses, and which pool each belongs to. */
#pragma once

#include "pool/rtpool_abi.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POOL_GRANULE_BITS = LATHE_POOL_GRANULE_BITS, POOL_MOST_SHIFT = LATHE_POOL_MOST_SHIFT };
#define POOL_GRANULE ((size_t)LATHE_POOL_GRANULE)

/* Zeroed memory for the pool, whole granules, so that its end, too, is below 1 << (32 + shift).
 * The pool's first is at a random address; others follow the one before if they can.
 * NULL if there is none. The caller holds the lock. */
char *pool_chunk(struct lathe_pool *pool, size_t bytes);

/* Gives all chunks of the pool back. The caller holds the lock, and forgets what it knows of them.
 */
void pool_unmap(struct lathe_pool *pool);

/* NULL if the address is in no chunk. */
struct lathe_pool *pool_owner(const void *address);

/* A pool that has a granule with at least this number, and which; NULL if there is none. */
struct lathe_pool *pool_granule_from(size_t *number);

/* Whether objects of the pool can begin at the address, which may be any. */
bool pool_is_slot(const struct lathe_pool *pool, const void *address);
