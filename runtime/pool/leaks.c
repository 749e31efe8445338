/* Leaks of pooled objects under Valgrind, which follows pointers of 64 bits only. When the program
 * ends, objects that a narrow pointer in another object leads to are withdrawn from what it looks
 * for, and so are all objects of pools to which narrow pointers may lie elsewhere. What is left is
 * lost exactly if no pointer of 64 bits leads to it, and that Valgrind finds. So the first object
 * of a list that is lost is reported; objects in a circle are not. */
#include "pool/checker.h"
#include "pool/chunks.h"
#include "pool/fault.h"
#include "pool/valgrind.h"

#include <stdlib.h>
#include <string.h>

/* Addresses of objects to withdraw, some more than once. */
typedef struct found {
    const char **at;
    size_t count, room;
} found;

static bool add(found *f, const char *object) {
    if (f->count == f->room) {
        size_t room = f->room ? 2 * f->room : 1024;
        const char **more = realloc(f->at, room * sizeof *more);
        if (!more)
            return false;
        f->at = more;
        f->room = room;
    }
    f->at[f->count++] = object;
    return true;
}

/* Whatever object the bits may be a narrow pointer to. */
static bool add_targets(found *f, uint32_t bits, const char *from) {
    bool ok = true;
    for (unsigned shift = 0; ok && bits && shift <= POOL_MOST_SHIFT; shift++) {
        const char *to = (const char *)((uintptr_t)bits << shift);
        const struct lathe_pool *pool = pool_owner(to);
        if (pool && pool->shift == shift && to != from && pool_state_of(pool, to) == POOL_ALLOCATED)
            ok = add(f, to);
    }
    return ok;
}

static bool scan(found *f, const char *bytes, size_t size, const char *object) {
    bool ok = true;
    pool_valgrind(MEMCHECK_DEFINED, bytes, size, 0, 0);
    for (size_t i = 0; ok && i + sizeof(uint32_t) <= size; i += sizeof(uint32_t)) {
        uint32_t bits;
        memcpy(&bits, bytes + i, sizeof bits);
        ok = add_targets(f, bits, object);
    }
    return ok;
}

static bool look_at(found *f, const struct lathe_pool *pool, const char *object) {
    bool ok = scan(f, object, pool->size, object);
    for (uint32_t i = 0; ok && i < pool->part_count; i++)
        ok = scan(f, pool_part_of(pool, object, i), pool->parts[i].size, object);
    if (ok && pool->flags & LATHE_POOL_HELD_OUTSIDE)
        ok = add(f, object);
    return ok;
}

static bool look_at_granule(found *f, const struct lathe_pool *pool, size_t number) {
    const char *begin = (const char *)(number << POOL_GRANULE_BITS);
    bool ok = true;
    for (size_t in = 0; ok && in < POOL_GRANULE; in += sizeof(uint32_t))
        if (pool_state_of(pool, begin + in) == POOL_ALLOCATED)
            ok = look_at(f, pool, begin + in);
    return ok;
}

static int compare(const void *a, const void *b) {
    const char *const *x = a, *const *y = b;
    return (*x > *y) - (*x < *y);
}

/* Its bytes stay there to be looked at for pointers. */
static void withdraw(const char *object) {
    pool_valgrind(VALGRIND_FREED, object, 0, 0, 0);
    pool_valgrind(MEMCHECK_DEFINED, object, pool_owner(object)->size, 0, 0);
}

/* With too little memory nothing is withdrawn: more is reported then. After the destructors of the
 * program, which may still free objects. */
__attribute__((destructor(101))) static void end_of_program(void) {
    found f = {0};
    const struct lathe_pool *pool;
    bool ok = pool_has_memcheck();
    for (size_t i = 0; ok && (pool = pool_granule_from(&i)); i++)
        ok = look_at_granule(&f, pool, i);
    if (ok && f.count)
        qsort(f.at, f.count, sizeof *f.at, compare);
    for (size_t i = 0; ok && i < f.count; i++)
        if (!i || f.at[i] != f.at[i - 1])
            withdraw(f.at[i]);
    free(f.at);
}
