/* Objects of one size, without headers, from chunks that grow with the pool. As safe as malloc:
 * with threads, a lock is held while a pool is looked at; what is freed must be allocated; and what
 * the runtime keeps in freed objects is looked at before it is believed. */
#include "pool/rtpool_abi.h"

#include "pool/checker.h"
#include "pool/chunks.h"
#include "pool/fault.h"
#include "pool/lock.h"
#include "pool/random.h"

#include <errno.h>
#include <stdlib.h>

/* A chunk is a quarter of what the pool has, up to this. */
#define MOST_CHUNK ((size_t)1 << 26)
/* Bytes of freed objects that wait, under a checker, before one is taken again. */
#define QUARANTINE ((uint64_t)1 << 22)

const char lathe_pool_crowded = 0;

/* Generated code knows nothing of checkers. */
static void let_alone(struct lathe_pool *pool) {
    if (pool_single() && !pool_is_checked())
        pool->alone = pool_single();
}

static size_t chunk_size(const struct lathe_pool *pool) {
    size_t bytes = pool->taken / 4 / POOL_GRANULE * POOL_GRANULE;
    size_t least = (pool->size + POOL_GRANULE - 1) / POOL_GRANULE * POOL_GRANULE;
    bytes = bytes > MOST_CHUNK ? MOST_CHUNK : bytes;
    return bytes > least ? bytes : least;
}

static void begin_at(struct lathe_pool *pool, char *granule) {
    pool->next = granule;
    pool->end =
        pool->per_granule ? granule + (size_t)pool->per_granule * pool->size : pool->chunk_end;
}

/* The first object is a random one of the first chunk's; those before it come when those after it
 * are used up. */
static void begin_anywhere(struct lathe_pool *pool) {
    size_t slots = (size_t)(pool->end - pool->next) / pool->size;
    uint64_t secret = pool_random();
    pool->mask = (uint32_t)secret;
    pool->mark = (uint32_t)(secret >> 32);
    pool->front = pool->next;
    pool->next += pool_random() % slots * pool->size;
    pool->front_end = pool->next;
}

static void begin_chunk(struct lathe_pool *pool, char *chunk, size_t bytes) {
    pool_note_chunk(chunk, bytes);
    pool->chunk_end = chunk + bytes;
    begin_at(pool, chunk);
    if (!pool->taken)
        begin_anywhere(pool);
    pool->taken += bytes;
    let_alone(pool);
}

/* A large chunk may not fit where a small one does. */
static bool grow(struct lathe_pool *pool) {
    for (size_t bytes = chunk_size(pool);; bytes = POOL_GRANULE) {
        bool allowed =
            !pool->limit || (pool->taken < pool->limit && bytes <= pool->limit - pool->taken);
        char *chunk = allowed ? pool_chunk(pool, bytes) : NULL;
        if (chunk) {
            begin_chunk(pool, chunk, bytes);
            return true;
        }
        if (bytes == POOL_GRANULE || pool->size > POOL_GRANULE)
            return false;
    }
}

static char *granule_of(char *address) {
    return address - ((uintptr_t)address & (POOL_GRANULE - 1));
}

/* What comes before the first object, the rest of the chunk after a granule is used up, or another
 * chunk. */
static bool go_on(struct lathe_pool *pool) {
    if (pool->front_end != pool->front) {
        pool->next = pool->front;
        pool->end = pool->front_end;
        pool->front_end = pool->front;
        return true;
    }
    char *granule = pool->per_granule && pool->next ? granule_of(pool->next - 1) : NULL;
    if (!granule || granule + POOL_GRANULE == pool->chunk_end)
        return grow(pool);
    begin_at(pool, granule + POOL_GRANULE);
    return true;
}

static void *take_freed(struct lathe_pool *pool) {
    char *object = (char *)((uintptr_t)pool->freed << pool->shift);
    if (!pool_read_link(pool, object, &pool->freed))
        pool_damaged();
    pool_poke(object, (pool_words){{0}});
    return object;
}

static void *take_new(struct lathe_pool *pool) {
    if ((size_t)(pool->end - pool->next) < pool->size && !go_on(pool))
        return NULL;
    char *object = pool->next;
    pool->next += pool->size;
    return object;
}

/* *used says that the object is not all zero. */
static void *choose(struct lathe_pool *pool, bool *used) {
    bool wait = pool_is_checked() && (uint64_t)pool->waiting * pool->size < QUARANTINE;
    void *object = pool->freed && !wait ? NULL : take_new(pool);
    *used = !object && pool->freed;
    if (!*used)
        return object;
    pool->waiting -= pool_is_checked();
    return take_freed(pool);
}

static void *take(struct lathe_pool *pool, bool zeroed) {
    bool used, locked = pool_lock();
    int saved = errno;
    void *object = choose(pool, &used);
    if (object && pool_is_checked())
        pool_note_taken(pool, object, zeroed);
    pool_unlock(locked);
    errno = object ? saved : ENOMEM;
    if (object && used && zeroed)
        pool_clear(pool, object);
    return object;
}

/* Most objects that generated code does not take itself are new ones, with nobody to keep out. */
static void *take_quickly(struct lathe_pool *pool) {
    char *object = pool->next;
    if (!*pool->alone || pool->freed || (size_t)(pool->end - object) < pool->size)
        return NULL;
    pool->next += pool->size;
    return object;
}

void *lathe_pool_alloc(struct lathe_pool *pool) {
    void *object = take_quickly(pool);
    return object ? object : take(pool, false);
}

void *lathe_pool_zalloc(struct lathe_pool *pool) {
    void *object = take_quickly(pool);
    return object ? object : take(pool, true);
}

void *lathe_pool_take(struct lathe_pool *pool, uint64_t size) {
    (void)size;
    return lathe_pool_alloc(pool);
}

void *lathe_pool_ztake(struct lathe_pool *pool, uint64_t size) {
    (void)size;
    return lathe_pool_zalloc(pool);
}

/* The one freed last is taken first. */
static void give(struct lathe_pool *pool, void *object, uint32_t shifted) {
    pool_write_link(pool, object, pool->freed);
    pool->freed = shifted;
}

/* The one freed first is. */
static void give_last(struct lathe_pool *pool, void *object, uint32_t shifted) {
    pool_note_freed(pool, object);
    pool_write_link(pool, object, 0);
    if (pool->freed)
        pool_write_link(pool, (void *)((uintptr_t)pool->last << pool->shift), shifted);
    else
        pool->freed = shifted;
    pool->last = shifted;
    pool->waiting++;
}

void lathe_pool_free(struct lathe_pool *pool, void *object) {
    if (!object)
        return;
    bool locked = pool_lock();
    if (!pool_is_allocated(pool, object))
        pool_bad_free(pool, object);
    uint32_t shifted = (uint32_t)((uintptr_t)object >> pool->shift);
    if (pool_is_checked())
        give_last(pool, object, shifted);
    else
        give(pool, object, shifted);
    pool_unlock(locked);
}

void lathe_pool_release(void *memory) {
    struct lathe_pool *pool = pool_owner(memory);
    if (pool)
        lathe_pool_free(pool, memory);
    else
        free(memory);
}
