/* Where chunks lie. Each pool begins at a granule that is drawn from all that its pointers can
 * name, goes on after its last chunk, and steps over what others have; when it comes to the end,
 * it begins again below. Bits that say where objects are lie elsewhere, where writing beyond an
 * object does not reach them. */
#include "pool/chunks.h"

#include "pool/random.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Where chunks may lie: first above what programs that do not move have in the lowest 4 GiB, then
 * there. Sanitizers keep their own data above, and leave the lowest 2 GiB. */
typedef struct region {
    uint64_t begin, end;
} region;

/* Steps over memory that others have taken. */
enum { OTHERS_STEP = 1 << 26 };

static const uint64_t low = UINT64_C(1) << 28, middle = UINT64_C(1) << 32;

enum { GRANULES = 1 << (32 + LATHE_POOL_MOST_SHIFT - LATHE_POOL_GRANULE_BITS) };
static struct lathe_pool *owners[GRANULES];
/* How far after the beginning of a granule the first object in it begins. */
static uint32_t phases[GRANULES];
/* All granules that pools have are among these. */
static size_t lowest = GRANULES, behind_highest;
/* By shift and region: not one granule is left in it. */
static bool full[LATHE_POOL_MOST_SHIFT + 1][2];

static size_t granule_of(const void *address) {
    return (uintptr_t)address >> POOL_GRANULE_BITS;
}

/* *taken says that others have the address. */
static char *map_at(uint64_t address, size_t bytes, bool *taken) {
    void *wanted = (void *)(uintptr_t)address;
    void *got = mmap(wanted, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    *taken = got == MAP_FAILED ? errno == EEXIST : got != wanted;
    if (got == MAP_FAILED)
        return NULL;
    if (got == wanted)
        return got;
    munmap(got, bytes); /* kernels before 4.17 take the address for a hint */
    return NULL;
}

/* The first granule from `at` on of those that no pool has, up to the end. */
static uint64_t skip_own(uint64_t at, uint64_t end) {
    while (at < end && owners[at >> POOL_GRANULE_BITS])
        at += POOL_GRANULE;
    return at;
}

static char *map_between(uint64_t at, uint64_t end, size_t bytes, bool *taken) {
    for (at = skip_own(at, end); at < end && end - at >= bytes; at = skip_own(at, end)) {
        char *got = map_at(at, bytes, taken);
        if (got || !*taken)
            return got;
        at = (at / OTHERS_STEP + 1) * OTHERS_STEP;
    }
    return NULL;
}

/* From the address on, then from the region's beginning to it. */
static char *map_in(region r, uint64_t from, size_t bytes, bool *no_room) {
    bool taken = true;
    char *got = map_between(from, r.end, bytes, &taken);
    if (!got && taken)
        got = map_between(r.begin, from, bytes, &taken);
    *no_room = !got && taken;
    return got;
}

static uint64_t random_granule(region r) {
    uint64_t granules = (r.end - r.begin) >> POOL_GRANULE_BITS;
    return r.begin + ((pool_random() % granules) << POOL_GRANULE_BITS);
}

/* The last granule below the limit stays free: no object ends at the limit. */
static char *map_somewhere(const struct lathe_pool *pool, size_t bytes) {
    uint64_t limit = (UINT64_C(1) << (32 + pool->shift)) - POOL_GRANULE;
    region regions[] = {{middle, limit}, {low, limit < middle ? limit : middle}};
    uint64_t last = (uintptr_t)pool->chunk_end;
    char *chunk = NULL;
    for (int i = limit > middle ? 0 : 1; !chunk && i < 2; i++) {
        region r = regions[i];
        bool *none = &full[pool->shift][i], no_room;
        if (*none)
            continue;
        uint64_t from = last >= r.begin && last < r.end ? last : random_granule(r);
        chunk = map_in(r, from, bytes, &no_room);
        *none = no_room && bytes == POOL_GRANULE;
    }
    return chunk;
}

char *pool_chunk(struct lathe_pool *pool, size_t bytes) {
    char *chunk = map_somewhere(pool, bytes);
    size_t first = granule_of(chunk), count = chunk ? bytes >> POOL_GRANULE_BITS : 0;
    for (size_t i = 0; i < count; i++) {
        size_t over = pool->per_granule ? 0 : i * POOL_GRANULE % pool->size;
        phases[first + i] = over ? pool->size - (uint32_t)over : 0;
        owners[first + i] = pool;
    }
    if (chunk && first < lowest)
        lowest = first;
    if (first + count > behind_highest)
        behind_highest = first + count;
    return chunk;
}

void pool_unmap(struct lathe_pool *pool) {
    for (size_t i = lowest; i < behind_highest; i++)
        if (owners[i] == pool) {
            munmap((void *)(i << POOL_GRANULE_BITS), POOL_GRANULE);
            owners[i] = NULL;
        }
    memset(full, 0, sizeof full);
}

struct lathe_pool *pool_owner(const void *address) {
    size_t granule = granule_of(address);
    return granule < GRANULES ? owners[granule] : NULL;
}

struct lathe_pool *pool_granule_from(size_t *number) {
    if (*number < lowest)
        *number = lowest;
    while (*number < behind_highest && !owners[*number])
        ++*number;
    return *number < behind_highest ? owners[*number] : NULL;
}

/* An object that begins in one granule and ends in the next is one if the next continues it.
 */
static bool goes_on(const struct lathe_pool *pool, size_t granule, size_t over) {
    bool whole = over >= POOL_GRANULE;
    return granule + 1 < GRANULES && owners[granule + 1] == pool &&
           (whole || phases[granule + 1] == over);
}

bool pool_is_slot(const struct lathe_pool *pool, const void *address) {
    uint32_t in = (uint32_t)((uintptr_t)address & (POOL_GRANULE - 1));
    size_t granule = granule_of(address), end = (size_t)in + pool->size;
    if (pool_owner(address) != pool || in < phases[granule])
        return false;
    uint32_t number = (in - phases[granule]) / pool->size;
    if (number * pool->size != in - phases[granule])
        return false;
    return pool->per_granule ? number < pool->per_granule
                             : end <= POOL_GRANULE || goes_on(pool, granule, end - POOL_GRANULE);
}
