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

static size_t chunk_size(const struct lathe_pool *pool) {
    size_t bytes = pool->taken / 4 / POOL_GRANULE * POOL_GRANULE;
    size_t least = (pool->size + POOL_GRANULE - 1) / POOL_GRANULE * POOL_GRANULE;
    bytes = bytes > MOST_CHUNK ? MOST_CHUNK : bytes;
    return bytes > least ? bytes : least;
}

/* A large chunk may not fit where a small one does. */
static bool grow(struct lathe_pool *pool) {
    for (size_t bytes = chunk_size(pool);; bytes = POOL_GRANULE) {
        bool allowed =
            !pool->limit || (pool->taken < pool->limit && bytes <= pool->limit - pool->taken);
        char *chunk = allowed ? pool_chunk(pool, bytes) : NULL;
        if (chunk) {
            hide(chunk, bytes);
            pool->next = chunk;
            pool->end = chunk + bytes;
            pool->taken += bytes;
            return true;
        }
        if (bytes == POOL_GRANULE || pool->size > POOL_GRANULE)
            return false;
    }
}

static void *take_freed(struct lathe_pool *pool) {
    char *object = (char *)((uintptr_t)pool->freed << pool->shift);
    show(object, pool->size);
    memcpy(&pool->freed, object, sizeof pool->freed);
    return object;
}

static void *take_new(struct lathe_pool *pool) {
    if ((size_t)(pool->end - pool->next) < pool->size && !grow(pool))
        return NULL;
    char *object = pool->next;
    pool->next += pool->size;
    show(object, pool->size);
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
    return object && used ? memset(object, 0, pool->size) : object;
}

void lathe_pool_free(struct lathe_pool *pool, void *object) {
    if (!object)
        return;
    bool locked = lock();
    memcpy(object, &pool->freed, sizeof pool->freed);
    pool->freed = (uint32_t)((uintptr_t)object >> pool->shift);
    hide(object, pool->size);
    unlock(locked);
}

void lathe_pool_release(void *memory) {
    struct lathe_pool *pool = pool_owner(memory);
    if (pool)
        lathe_pool_free(pool, memory);
    else
        free(memory);
}
