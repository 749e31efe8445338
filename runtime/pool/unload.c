/* What a shared library's pools have is given back when the library is unloaded: who loads it anew
 * gets new pools, and addresses for them do not run out. Nobody has pointers to their
 * objects but the library itself.
 *
 * The end of the program looks the same from here, and code of others may call the library after
 * it. So a pool in which an object is allocated stays as it is, and one without is what it was
 * before its first object. Programs have no need of it: they end. */
#include "pool/checker.h"
#include "pool/chunks.h"
#include "pool/fault.h"
#include "pool/lock.h"

#include <sys/auxv.h>

/* Where this program or library begins in memory. */
extern const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/* The table that the kernel passes is the program's, and lies after its beginning. Where a
 * tool has moved it, the program is taken for a library, which takes a little longer. */
static bool is_program(void) {
    enum { PAGE = 4096 };
    return getauxval(AT_PHDR) - (uintptr_t)__ehdr_start < PAGE;
}

static bool has_objects_in(const struct lathe_pool *pool, size_t granule) {
    const char *at = (const char *)(granule << POOL_GRANULE_BITS), *end = at + POOL_GRANULE;
    while (at < end && !pool_is_slot(pool, at))
        at += sizeof(uint32_t);
    for (; at < end; at += pool->size)
        if (pool_state_of(pool, at) == POOL_ALLOCATED)
            return true;
    return false;
}

static bool has_objects(const struct lathe_pool *pool) {
    const struct lathe_pool *owner;
    for (size_t i = 0; (owner = pool_granule_from(&i)); i++)
        if (owner == pool && has_objects_in(pool, i))
            return true;
    return false;
}

static void forget(struct lathe_pool *pool) {
    pool_unmap(pool);
    pool->alone = &lathe_pool_crowded;
    pool->freed = 0;
    pool->next = pool->end = pool->chunk_end = pool->front = pool->front_end = NULL;
    pool->taken = 0;
}

/* After the destructors of the library, which may still free objects. Checkers want to see what is
 * left. A handler of a signal that ends the program may have interrupted who holds the lock. */
__attribute__((destructor(101))) static void unload(void) {
    struct lathe_pool *pool, *kept = NULL;
    bool locked;
    if (pool_is_checked() || is_program() || !pool_try_lock(&locked))
        return;
    for (size_t i = 0; (pool = pool_granule_from(&i)); i++)
        if (pool != kept && has_objects(pool))
            kept = pool;
        else if (pool != kept)
            forget(pool);
    pool_unlock(locked);
}
