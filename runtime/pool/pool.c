/* Objects of one size, without headers, from chunks that grow with the pool. As safe as malloc:
 * with threads, a lock is held while a pool is looked at, also while the process is copied. */
#include "pool/abi.h"

#include "pool/chunks.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A chunk is a quarter of what the pool has, within these. */
#define MOST_CHUNK ((size_t)1 << 26)

/* Sanitizers, where the program has them: what is not allocated must not be touched. */
void __asan_poison_memory_region(void const volatile *begin, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(void const volatile *begin, size_t size) __attribute__((weak));

void __lsan_register_root_region(const void *begin, size_t size) __attribute__((weak));

static void hide(void *begin, size_t size) {
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(begin, size);
}

static void show(void *begin, size_t size) {
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(begin, size);
}

/* True while the process has had one thread only. Not in every C library. */
extern char __libc_single_threaded __attribute__((weak));

static unsigned char lock_word;

/* False if there is nobody to keep out. */
static bool lock(void) {
    if (&__libc_single_threaded && __libc_single_threaded)
        return false;
    while (__atomic_exchange_n(&lock_word, 1, __ATOMIC_ACQUIRE))
        sched_yield();
    return true;
}

static void unlock(bool locked) {
    if (locked)
        __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
}

static void before_fork(void) {
    while (__atomic_exchange_n(&lock_word, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void after_fork(void) {
    __atomic_store_n(&lock_word, 0, __ATOMIC_RELEASE);
}

__attribute__((constructor)) static void watch_forks(void) {
    pthread_atfork(before_fork, after_fork, after_fork);
}

/* What an object has to be kept in a granule with its parts, else NULL: it is in one piece. */
static char *granule_of(const struct lathe_pool *pool, void *object) {
    uintptr_t in = (uintptr_t)object & (LATHE_POOL_GRANULE - 1);
    return pool->per_granule ? (char *)object - in : NULL;
}

static char *part_of(const struct lathe_pool *pool, void *object, uint32_t part) {
    char *granule = granule_of(pool, object);
    size_t number = (size_t)((char *)object - granule) / pool->size;
    return granule + pool->parts[part].offset + number * pool->parts[part].size;
}

static void hide_object(const struct lathe_pool *pool, void *object) {
    hide(object, pool->size);
    for (uint32_t i = 0; i < pool->part_count; i++)
        hide(part_of(pool, object, i), pool->parts[i].size);
}

static void show_object(const struct lathe_pool *pool, void *object) {
    show(object, pool->size);
    for (uint32_t i = 0; i < pool->part_count; i++)
        show(part_of(pool, object, i), pool->parts[i].size);
}

static void clear_object(const struct lathe_pool *pool, void *object) {
    memset(object, 0, pool->size);
    for (uint32_t i = 0; i < pool->part_count; i++)
        memset(part_of(pool, object, i), 0, pool->parts[i].size);
}

const char lathe_pool_crowded = 0;

/* Generated code knows nothing of sanitizers. */
static void let_alone(struct lathe_pool *pool) {
    if (&__libc_single_threaded && !__asan_poison_memory_region && !__lsan_register_root_region)
        pool->alone = &__libc_single_threaded;
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

/* A large chunk may not fit where a small one does. */
static bool grow(struct lathe_pool *pool) {
    for (size_t bytes = chunk_size(pool);; bytes = POOL_GRANULE) {
        bool allowed =
            !pool->limit || (pool->taken < pool->limit && bytes <= pool->limit - pool->taken);
        char *chunk = allowed ? pool_chunk(pool, bytes) : NULL;
        if (chunk) {
            hide(chunk, bytes);
            pool->chunk_end = chunk + bytes;
            begin_at(pool, chunk);
            pool->taken += bytes;
            let_alone(pool);
            return true;
        }
        if (bytes == POOL_GRANULE || pool->size > POOL_GRANULE)
            return false;
    }
}

/* The rest of the chunk, after a granule is used up, or another chunk. */
static bool go_on(struct lathe_pool *pool) {
    char *granule = pool->per_granule && pool->next ? granule_of(pool, pool->next - 1) : NULL;
    if (!granule || granule + POOL_GRANULE == pool->chunk_end)
        return grow(pool);
    begin_at(pool, granule + POOL_GRANULE);
    return true;
}

static void *take_freed(struct lathe_pool *pool) {
    char *object = (char *)((uintptr_t)pool->freed << pool->shift);
    show_object(pool, object);
    memcpy(&pool->freed, object, sizeof pool->freed);
    return object;
}

static void *take_new(struct lathe_pool *pool) {
    if ((size_t)(pool->end - pool->next) < pool->size && !go_on(pool))
        return NULL;
    char *object = pool->next;
    pool->next += pool->size;
    show_object(pool, object);
    return object;
}

/* *used tells that the object is not all zero. */
static void *take(struct lathe_pool *pool, bool *used) {
    bool locked = lock();
    *used = pool->freed != 0;
    void *object = *used ? take_freed(pool) : take_new(pool);
    unlock(locked);
    if (!object)
        errno = ENOMEM;
    return object;
}

void *lathe_pool_alloc(struct lathe_pool *pool) {
    bool used;
    return take(pool, &used);
}

void *lathe_pool_zalloc(struct lathe_pool *pool) {
    bool used;
    void *object = take(pool, &used);
    if (object && used)
        clear_object(pool, object);
    return object;
}

void lathe_pool_free(struct lathe_pool *pool, void *object) {
    if (!object)
        return;
    bool locked = lock();
    if (__lsan_register_root_region)
        clear_object(pool, object); /* what it still points to would not count as lost */
    memcpy(object, &pool->freed, sizeof pool->freed);
    pool->freed = (uint32_t)((uintptr_t)object >> pool->shift);
    hide_object(pool, object);
    unlock(locked);
}

void lathe_pool_release(void *memory) {
    struct lathe_pool *pool = pool_owner(memory);
    if (pool)
        lathe_pool_free(pool, memory);
    else
        free(memory);
}
