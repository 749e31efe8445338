/* What is reported to sanitizers and Valgrind. Their functions are there or not, their requests are
 * answered or not: nothing here needs them. */
#include "pool/checker.h"

#include "pool/valgrind.h"

#include <string.h>

void __asan_poison_memory_region(void const volatile *begin, size_t size) __attribute__((weak));
void __asan_unpoison_memory_region(void const volatile *begin, size_t size) __attribute__((weak));
void __lsan_register_root_region(const void *begin, size_t size) __attribute__((weak));

/* Valgrind's other tools, which count or draw, do not answer this: they see what runs without. */
bool pool_has_memcheck(void) {
    static int known; /* 0: not asked yet, 1: no, 2: yes */
    if (!known)
        known = pool_valgrind(MEMCHECK_DEFINED, &known, sizeof known, 0, 0) ? 2 : 1;
    return known == 2;
}

bool pool_is_checked(void) {
    return __asan_poison_memory_region || __lsan_register_root_region || pool_has_memcheck();
}

static void hide(const void *begin, size_t size) {
    if (__asan_poison_memory_region)
        __asan_poison_memory_region(begin, size);
    if (pool_has_memcheck())
        pool_valgrind(MEMCHECK_NO_ACCESS, begin, size, 0, 0);
}

static void show(const void *begin, size_t size, bool defined) {
    if (__asan_unpoison_memory_region)
        __asan_unpoison_memory_region(begin, size);
    if (pool_has_memcheck())
        pool_valgrind(defined ? MEMCHECK_DEFINED : MEMCHECK_UNDEFINED, begin, size, 0, 0);
}

void *pool_part_of(const struct lathe_pool *pool, const void *object, uint32_t part) {
    uintptr_t in = (uintptr_t)object & (LATHE_POOL_GRANULE - 1), number = in / pool->size;
    return (char *)object - in + pool->parts[part].offset + number * pool->parts[part].size;
}

void pool_clear(const struct lathe_pool *pool, void *object) {
    memset(object, 0, pool->size);
    for (uint32_t i = 0; i < pool->part_count; i++)
        memset(pool_part_of(pool, object, i), 0, pool->parts[i].size);
}

/* Objects hold pointers to memory of malloc, so that a search for leaks has to look at them. */
void pool_note_chunk(void *chunk, size_t bytes) {
    if (__lsan_register_root_region)
        __lsan_register_root_region(chunk, bytes);
    hide(chunk, bytes);
}

void pool_note_taken(const struct lathe_pool *pool, void *object, bool zeroed) {
    show(object, pool->size, zeroed);
    for (uint32_t i = 0; i < pool->part_count; i++)
        show(pool_part_of(pool, object, i), pool->parts[i].size, zeroed);
    if (pool_has_memcheck())
        pool_valgrind(VALGRIND_ALLOCATED, object, pool->size, 0, zeroed);
}

/* Cleared before: memory that only a freed object points to is lost. */
void pool_note_freed(const struct lathe_pool *pool, void *object) {
    pool_clear(pool, object);
    if (pool_has_memcheck())
        pool_valgrind(VALGRIND_FREED, object, 0, 0, 0);
    hide(object, pool->size);
    for (uint32_t i = 0; i < pool->part_count; i++)
        hide(pool_part_of(pool, object, i), pool->parts[i].size);
}

pool_words pool_peek(const void *object) {
    pool_words words;
    if (pool_is_checked())
        show(object, sizeof words, true);
    memcpy(&words, object, sizeof words);
    return words;
}

void pool_cover(const void *object) {
    if (pool_is_checked())
        hide(object, sizeof(pool_words));
}

void pool_poke(void *object, pool_words words) {
    if (pool_is_checked())
        show(object, sizeof words, true);
    memcpy(object, &words, sizeof words);
    pool_cover(object);
}
