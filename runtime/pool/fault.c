/* The marks of freed objects, and what is said when they are not as they should be. Messages are
 * written without stdio, whose buffers may lie in what is damaged. The lock is free then: handlers
 * of SIGABRT may allocate. */
#include "pool/fault.h"

#include "pool/checker.h"
#include "pool/chunks.h"
#include "pool/lock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Noreturn void end_with(const char *message) {
    ssize_t written = write(STDERR_FILENO, message, strlen(message));
    (void)written;
    pool_unlock(true);
    abort();
}

static uint32_t shifted(const struct lathe_pool *pool, const void *object) {
    return (uint32_t)((uintptr_t)object >> pool->shift);
}

void pool_write_link(const struct lathe_pool *pool, void *object, uint32_t next) {
    pool_poke(object, (pool_words){{next ^ pool->mask, shifted(pool, object) ^ pool->mark}});
}

bool pool_read_link(const struct lathe_pool *pool, const void *object, uint32_t *next) {
    pool_words words = pool_peek(object);
    bool freed = (words.at[1] ^ pool->mark) == shifted(pool, object);
    *next = words.at[0] ^ pool->mask;
    if (freed)
        pool_cover(object);
    return freed;
}

/* Where no object was ever allocated: what is left of the chunk or granule, what comes before the
 * first object, and granules of objects in parts that have not begun. */
static bool is_new(const struct lathe_pool *pool, const char *address) {
    char *last = pool->end - 1;
    const char *later = last - ((uintptr_t)last & (POOL_GRANULE - 1)) + POOL_GRANULE;
    return (address >= pool->next && address < pool->end) ||
           (address >= pool->front && address < pool->front_end) ||
           (pool->per_granule && address >= later && address < pool->chunk_end);
}

/* Among no more objects than there can be. */
static bool is_listed(const struct lathe_pool *pool, const void *object) {
    uint32_t at = pool->freed, wanted = shifted(pool, object);
    for (uint64_t most = pool->taken / pool->size; at && at != wanted && most; most--)
        if (!pool_read_link(pool, (void *)((uintptr_t)at << pool->shift), &at))
            return false;
    return at == wanted;
}

pool_state pool_state_of(const struct lathe_pool *pool, const void *address) {
    uint32_t next;
    if (!pool_is_slot(pool, address) || is_new(pool, address))
        return POOL_NO_OBJECT;
    return pool_read_link(pool, address, &next) ? POOL_LOOKS_FREED : POOL_ALLOCATED;
}

bool pool_is_allocated(const struct lathe_pool *pool, const void *address) {
    pool_state state = pool_state_of(pool, address);
    if (state != POOL_LOOKS_FREED || is_listed(pool, address))
        return state == POOL_ALLOCATED;
    pool_peek(address); /* the address is open again */
    return true;
}

void pool_bad_free(const struct lathe_pool *pool, const void *object) {
    if (pool_state_of(pool, object) == POOL_NO_OBJECT)
        end_with("lathe: free of an address that is not a pooled object\n");
    end_with("lathe: double free of a pooled object\n");
}

void pool_damaged(void) {
    end_with("lathe: a pooled object was written to after it was freed\n");
}
