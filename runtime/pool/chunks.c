#include "pool/chunks.h"

#include "pool/abi.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

/* Where chunks may lie: first above what programs that do not move have in the lowest 4 GiB, then
 * there. Sanitizers keep their own data above, and leave the lowest 2 GiB. */
typedef struct region {
    uint64_t begin, end, next;
    bool started;
} region;

static region regions[] = {
    {.begin = UINT64_C(1) << 32, .end = UINT64_C(1) << (32 + POOL_MOST_SHIFT)},
    {.begin = UINT64_C(1) << 28, .end = UINT64_C(1) << 32},
};

/* Steps over memory that others have taken; after so many, the region counts as full. */
enum { OTHERS_STEP = 1 << 26, MOST_STEPS = 1 << 10, RANDOM_GRANULES = 256 };

static struct lathe_pool *owners[UINT64_C(1) << (32 + POOL_MOST_SHIFT - POOL_GRANULE_BITS)];

/* As hard to guess as the rest of the program's addresses, within what the region can spare. */
static uint64_t random_start(void) {
    const void *seed = (const void *)getauxval(AT_RANDOM);
    uint16_t number = 0;
    if (seed)
        memcpy(&number, seed, sizeof number);
    return (uint64_t)(number % RANDOM_GRANULES) << POOL_GRANULE_BITS;
}

/* *taken tells that others have the place. */
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

/* The last granule below the limit stays free: no object ends at the limit. */
static char *map_in(region *r, size_t bytes, uint64_t limit) {
    uint64_t end = (r->end < limit ? r->end : limit) - POOL_GRANULE;
    if (!r->started)
        r->next = r->begin + random_start();
    r->started = true;
    bool taken = true;
    for (int i = 0; taken && i < MOST_STEPS; i++) {
        if (r->next >= end || end - r->next < bytes)
            return NULL;
        char *got = map_at(r->next, bytes, &taken);
        if (got) {
            r->next += bytes;
            return got;
        }
        if (taken)
            r->next = (r->next / OTHERS_STEP + 1) * OTHERS_STEP;
    }
    return NULL;
}

void __lsan_register_root_region(const void *begin, size_t size) __attribute__((weak));

/* Objects hold pointers to memory of malloc. */
static void register_chunk(struct lathe_pool *pool, const char *chunk, size_t bytes) {
    size_t first = (uintptr_t)chunk >> POOL_GRANULE_BITS;
    for (size_t i = 0; i < bytes >> POOL_GRANULE_BITS; i++)
        owners[first + i] = pool;
    if (__lsan_register_root_region)
        __lsan_register_root_region(chunk, bytes);
}

char *pool_chunk(struct lathe_pool *pool, size_t bytes) {
    uint64_t limit = UINT64_C(1) << (32 + pool->shift);
    char *chunk = NULL;
    for (size_t i = 0; !chunk && i < sizeof regions / sizeof *regions; i++)
        chunk = map_in(&regions[i], bytes, limit);
    if (chunk)
        register_chunk(pool, chunk, bytes);
    return chunk;
}

struct lathe_pool *pool_owner(const void *address) {
    uintptr_t granule = (uintptr_t)address >> POOL_GRANULE_BITS;
    return granule < sizeof owners / sizeof *owners ? owners[granule] : NULL;
}
