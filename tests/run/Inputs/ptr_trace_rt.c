/* The run-time of ir-test-ptr-trace: remembers for every byte the access that touched it first
 * since its object was made, and writes each pair of classes that met, with the distance between
 * their accesses, to the file named by LATHE_PTR_TRACE: "SITE SITE DELTA" and, at last, "touched
 * N". One thread only. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern const uint32_t __lathe_classes[] __attribute__((weak));
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

enum { PAGE = 4096, PAGE_SLOTS = 1 << 18, PAIR_SLOTS = 1 << 22, MAX_DELTAS = 1 << 21 };

struct cell {
    uint32_t site; /* + 1; 0 = untouched */
    uint32_t back; /* bytes from the start of that access */
};
struct page {
    uintptr_t number;
    struct cell *cells;
};
struct pair {
    uint32_t first, second; /* sites, first + 1 */
    int64_t delta;
};

static struct page pages[PAGE_SLOTS];
static struct pair *pairs;
static size_t pair_count, touched;
static uintptr_t stack_low = UINTPTR_MAX, stack_top;
static int at_exit_set;

static void *fresh(size_t bytes) {
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) {
        fputs("ptr_trace_rt: no memory\n", stderr);
        _exit(99);
    }
    return p;
}

static struct cell *cells_of(uintptr_t number, int make) {
    size_t i = (number * UINT64_C(0x9E3779B97F4A7C15)) >> 46;
    for (size_t probes = 0; pages[i].number && pages[i].number != number; probes++) {
        if (probes == PAGE_SLOTS) {
            fputs("ptr_trace_rt: too much memory is touched\n", stderr);
            _exit(99);
        }
        i = (i + 1) % PAGE_SLOTS;
    }
    if (!pages[i].number && make)
        pages[i] = (struct page){number, fresh(PAGE * sizeof(struct cell))};
    return pages[i].cells;
}

static void forget(uintptr_t start, size_t size) {
    for (uintptr_t at = start, end = start + size; at < end;) {
        uintptr_t stop = (at / PAGE + 1) * PAGE;
        stop = stop < end ? stop : end;
        struct cell *cells = cells_of(at / PAGE, 0);
        if (cells)
            memset(&cells[at % PAGE], 0, (stop - at) * sizeof *cells);
        at = stop;
    }
}

static void write_log(void) {
    const char *path = getenv("LATHE_PTR_TRACE");
    FILE *f = path ? fopen(path, "a") : NULL;
    for (size_t i = 0; f && pairs && i < PAIR_SLOTS; i++)
        if (pairs[i].first)
            fprintf(f, "%u %u %lld\n", pairs[i].first - 1, pairs[i].second,
                    (long long)pairs[i].delta);
    if (f)
        fprintf(f, "touched %zu\n", touched);
    if (path && (!f || fclose(f) != 0)) {
        perror(path);
        _exit(99);
    }
}

static void meet(uint32_t first, uint32_t second, int64_t delta) {
    uint32_t a = __lathe_classes[first], b = __lathe_classes[second];
    if ((a == b && delta == 0 && a) || pair_count >= MAX_DELTAS)
        return;
    uint64_t hash = ((uint64_t)a << 32 | b) * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 29 ^ (uint64_t)delta) * UINT64_C(0xBF58476D1CE4E5B9);
    if (!pairs)
        pairs = fresh(PAIR_SLOTS * sizeof *pairs);
    for (size_t i = hash >> 42;; i = (i + 1) % PAIR_SLOTS) {
        if (!pairs[i].first) {
            pairs[i] = (struct pair){first + 1, second, delta};
            pair_count++;
            return;
        }
        if (__lathe_classes[pairs[i].first - 1] == a && __lathe_classes[pairs[i].second] == b &&
            pairs[i].delta == delta)
            return;
    }
}

void __lathe_touch(void *addr, uint64_t size, uint32_t site) {
    uintptr_t start = (uintptr_t)addr, here = (uintptr_t)__builtin_frame_address(0);
    if (start > here && start < stack_top && start < stack_low)
        stack_low = start;
    touched++;
    struct cell *cells = NULL;
    struct cell last = {0};
    for (uint64_t i = 0; i < size; i++) {
        uintptr_t at = start + i;
        if (!cells || at % PAGE == 0)
            cells = cells_of(at / PAGE, 1);
        struct cell *c = &cells[at % PAGE];
        if (!c->site) {
            *c = (struct cell){site + 1, (uint32_t)i};
        } else if (c->site != last.site || c->back != last.back + 1) {
            meet(c->site - 1, site, (int64_t)c->back - (int64_t)i);
        }
        last = *c;
    }
}

void __lathe_new(void *addr, uint64_t size) {
    forget((uintptr_t)addr, size);
}

void __lathe_enter(void *frame) {
    uintptr_t top = (uintptr_t)frame;
    if (top > stack_top)
        stack_top = top + 1;
    if (!at_exit_set) {
        at_exit_set = 1;
        atexit(write_log);
    }
    if (stack_low < top) {
        forget(stack_low, top - stack_low);
        stack_low = top;
    }
}

void *malloc(size_t size) {
    void *p = __libc_malloc(size);
    forget((uintptr_t)p, p ? malloc_usable_size(p) : 0);
    return p;
}

void *calloc(size_t count, size_t size) {
    void *p = __libc_calloc(count, size);
    forget((uintptr_t)p, p ? malloc_usable_size(p) : 0);
    return p;
}

void free(void *p) {
    __libc_free(p);
}

/* What was known of the old block is known of the new one: it is the same object to its users. */
void *realloc(void *old, size_t size) {
    size_t known = old ? malloc_usable_size(old) : 0;
    void *p = __libc_realloc(old, size);
    size_t usable = p ? malloc_usable_size(p) : 0;
    if (p == old && usable > known)
        forget((uintptr_t)p + known, usable - known);
    if (!p || p == old)
        return p;
    forget((uintptr_t)p, usable);
    for (size_t i = 0; i < known && i < usable; i++) {
        struct cell *from = cells_of(((uintptr_t)old + i) / PAGE, 0);
        if (from && from[((uintptr_t)old + i) % PAGE].site)
            cells_of(((uintptr_t)p + i) / PAGE, 1)[((uintptr_t)p + i) % PAGE] =
                from[((uintptr_t)old + i) % PAGE];
    }
    return p;
}

void *memalign(size_t alignment, size_t size) {
    void *p = __libc_memalign(alignment, size);
    forget((uintptr_t)p, p ? malloc_usable_size(p) : 0);
    return p;
}

void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
    void *p = memalign(alignment, size);
    if (!p)
        return ENOMEM;
    *out = p;
    return 0;
}
