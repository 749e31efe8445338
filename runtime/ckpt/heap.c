#include "heap.h"

#include "alloc.h"
#include "rt_abi.h"
#include "store.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/* Runs of this many spans go back to the system when they are freed. */
enum { RETURN_SPANS = 1024 };

/* Runs of spans */

static unsigned bin_of(uint32_t count) {
    unsigned bin = 31 - (unsigned)__builtin_clz(count);
    return bin < RUN_BINS ? bin : RUN_BINS - 1;
}

static void list_push(uint32_t *head, ck_span *s) {
    s->prev = 0;
    s->next = *head;
    if (*head)
        ck_spans()[*head].prev = ck_span_index(s);
    *head = ck_span_index(s);
}

static void list_remove(uint32_t *head, ck_span *s) {
    if (s->prev)
        ck_spans()[s->prev].next = s->next;
    else
        *head = s->next;
    if (s->next)
        ck_spans()[s->next].prev = s->prev;
}

static void put_free_run(uint32_t first, uint32_t count) {
    ck_span *s = &ck_spans()[first];
    s[count - 1].block = FREE_END;
    s[count - 1].top = count;
    s->block = FREE;
    s->top = count;
    list_push(&ck_the_heap->runs[bin_of(count)], s);
}

static void take_free_run(ck_span *s) {
    list_remove(&ck_the_heap->runs[bin_of(s->top)], s);
}

/* Joined with free neighbours; at the top of the arena it is not a run any more. */
static void free_run(uint32_t first, uint32_t count) {
    ck_span *table = ck_spans();
    if (count >= RETURN_SPANS)
        madvise(ck_span_start(first), (uint64_t)count << SPAN_BITS, MADV_DONTNEED);
    ck_span *before = &table[first - 1], *after = &table[first + count];
    if (first + count < ck_the_heap->top && after->block == FREE) {
        take_free_run(after);
        count += after->top;
    }
    if (first > FIRST_SPAN && (before->block == FREE_END || before->block == FREE)) {
        first -= before->top;
        take_free_run(&table[first]);
        count += before->top;
    }
    put_free_run(first, count);
}

static ck_span *find_run(uint32_t count) {
    ck_span *table = ck_spans();
    for (unsigned bin = bin_of(count); bin < RUN_BINS; bin++)
        for (uint32_t i = ck_the_heap->runs[bin]; i; i = table[i].next)
            if (table[i].top >= count)
                return &table[i];
    return NULL;
}

static void claim(ck_span *s, uint32_t count, uint32_t block) {
    s[count - 1].block = INSIDE;
    s->block = block;
    s->top = block ? 0 : count;
    s->free = NULL;
    s->used = 0;
    s->trigger = 0;
}

/* NULL if the arena is full. *fresh says whether the memory was never used. */
static ck_span *take_run(uint32_t count, uint32_t block, bool *fresh) {
    ck_span *s = find_run(count);
    *fresh = !s;
    if (s) {
        uint32_t rest = s->top - count;
        take_free_run(s);
        claim(s, count, block);
        if (rest)
            put_free_run(ck_span_index(s) + count, rest);
        return s;
    }
    if (!ck_arena_open(ck_the_heap->top + (uint64_t)count)) {
        errno = ENOMEM;
        return NULL;
    }
    s = &ck_spans()[ck_the_heap->top];
    ck_the_heap->top += count;
    claim(s, count, block);
    return s;
}

/* Blocks */

static unsigned class_of(size_t size) {
    if (size <= SMALL_MAX)
        return (unsigned)(size + 15) / 16;
    unsigned log = 63 - (unsigned)__builtin_clzll(size - 1);
    unsigned eighth = (unsigned)((size - 1) >> (log - 3)) & 7;
    return SMALL_CLASSES + (log - 10) * 8 + eighth;
}

static uint32_t block_of(unsigned class) {
    if (class < SMALL_CLASSES)
        return class ? class * 16 : 16;
    unsigned log = 10 + (class - SMALL_CLASSES) / 8, eighth = (class - SMALL_CLASSES) % 8;
    return (1u << log) + ((eighth + 1) << (log - 3));
}

/* A page's worth of blocks at a time, so that what is never asked for is never touched. */
static bool extend(ck_span *s) {
    uint32_t room = (SPAN - s->top) / s->block, count = CK_PAGE / s->block;
    if (!room)
        return false;
    if (count < 1)
        count = 1;
    if (count > room)
        count = room;
    char *at = ck_span_start(ck_span_index(s)) + s->top;
    s->top += count * s->block;
    s->free = at;
    for (; --count; at += s->block)
        *(void **)at = at + s->block;
    *(void **)at = NULL;
    return true;
}

/* Another span becomes the current one of the class; the present one is full. */
static ck_span *next_span(unsigned class) {
    ck_span *full = ck_the_heap->current[class];
    uint32_t next = ck_the_heap->partial[class];
    bool fresh;
    if (full != &ck_the_heap->none)
        full->trigger = UINT32_MAX;
    ck_the_heap->current[class] = &ck_the_heap->none;
    ck_span *s = next ? &ck_spans()[next] : take_run(1, block_of(class), &fresh);
    if (!s)
        return NULL;
    if (next)
        list_remove(&ck_the_heap->partial[class], s);
    ck_the_heap->current[class] = s;
    return s;
}

static void *take_block(ck_span *s) {
    void *block = s->free;
    s->free = *(void **)block;
    s->used++;
    return block;
}

static void *allocate_block(size_t size) {
    unsigned class = class_of(size);
    ck_span *s = ck_the_heap->current[class];
    if (!s->free && (s == &ck_the_heap->none || !extend(s))) {
        s = next_span(class);
        if (!s || (!s->free && !extend(s)))
            return NULL;
    }
    return take_block(s);
}

static void fill_large(ck_span *s, size_t size) {
    s->size = size;
    s->used = 1;
    s->trigger = UINT32_MAX;
}

static void *allocate_large(size_t size, bool *fresh) {
    if (size > ck_arena_size) {
        errno = ENOMEM;
        return NULL;
    }
    ck_span *s = take_run((uint32_t)((size + SPAN - 1) >> SPAN_BITS), LARGE, fresh);
    if (!s)
        return NULL;
    fill_large(s, size);
    return ck_span_start(ck_span_index(s));
}

__attribute__((noinline)) static void *allocate_slowly(size_t size) {
    bool fresh;
    if (!ck_the_heap)
        return malloc(size);
    return size <= BLOCK_MAX ? allocate_block(size) : allocate_large(size, &fresh);
}

/* A block was freed in a span that was full, is large, or is empty now. */
__attribute__((noinline)) static void free_slowly(ck_span *s) {
    if (s->block == LARGE) {
        free_run(ck_span_index(s), s->top);
        return;
    }
    unsigned class = class_of(s->block);
    if (s->trigger) {
        s->trigger = 0;
        list_push(&ck_the_heap->partial[class], s);
    }
    if (!s->used && s != ck_the_heap->current[class]) {
        list_remove(&ck_the_heap->partial[class], s);
        free_run(ck_span_index(s), 1);
    }
}

/* The program's allocation calls */

void *lathe_ckpt_malloc(size_t size) {
    if (likely(size <= SMALL_MAX) && likely(ck_the_heap != NULL)) {
        ck_span *s = ck_the_heap->current[(size + 15) / 16];
        if (likely(s->free != NULL))
            return take_block(s);
    }
    return allocate_slowly(size);
}

void lathe_ckpt_free(void *block) {
    if (unlikely(!ck_in_arena(block))) {
        free(block);
        return;
    }
    ck_span *s = ck_spans() + (((uintptr_t)block - (uintptr_t)ck_the_heap) >> SPAN_BITS);
    *(void **)block = s->free;
    s->free = block;
    if (unlikely(--s->used <= s->trigger))
        free_slowly(s);
}

static ck_span *span_of(const void *block) {
    return ck_spans() + (((uintptr_t)block - (uintptr_t)ck_the_heap) >> SPAN_BITS);
}

size_t lathe_ckpt_malloc_usable_size(void *block) {
    if (!block || !ck_in_arena(block))
        return malloc_usable_size(block);
    const ck_span *s = span_of(block);
    return s->block == LARGE ? (size_t)s->size : s->block;
}

void *lathe_ckpt_calloc(size_t count, size_t size) {
    size_t bytes;
    bool fresh = false;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    if (unlikely(!ck_the_heap))
        return calloc(count, size);
    void *block = bytes > BLOCK_MAX ? allocate_large(bytes, &fresh) : lathe_ckpt_malloc(bytes);
    return block && !fresh ? memset(block, 0, bytes) : block;
}

/* Grows or shrinks a large block where it is. */
static bool resize_large(ck_span *s, size_t size) {
    uint32_t first = ck_span_index(s), have = s->top;
    if (size <= BLOCK_MAX || size > ck_arena_size)
        return false;
    uint32_t want = (uint32_t)((size + SPAN - 1) >> SPAN_BITS);
    ck_span *after = s + have;
    if (want > have) {
        uint32_t more = want - have;
        if (first + have == ck_the_heap->top && ck_arena_open(ck_the_heap->top + (uint64_t)more)) {
            ck_the_heap->top += more;
        } else if (first + have < ck_the_heap->top && after->block == FREE && after->top >= more) {
            uint32_t rest = after->top - more;
            take_free_run(after);
            if (rest)
                put_free_run(first + want, rest);
        } else {
            return false;
        }
    }
    s[want - 1].block = INSIDE;
    s->block = LARGE;
    s->top = want;
    s->size = size;
    if (want < have)
        free_run(first + want, have - want);
    return true;
}

static void *realloc_foreign(void *block, size_t size) {
    size_t old = malloc_usable_size(block);
    if (!ck_the_heap)
        return realloc(block, size);
    void *moved = lathe_ckpt_malloc(size);
    if (!moved)
        return NULL;
    memcpy(moved, block, old < size ? old : size);
    free(block);
    return moved;
}

void *lathe_ckpt_realloc(void *block, size_t size) {
    if (!block)
        return lathe_ckpt_malloc(size);
    if (!size) {
        lathe_ckpt_free(block);
        return NULL;
    }
    if (!ck_in_arena(block))
        return realloc_foreign(block, size);
    ck_span *s = span_of(block);
    size_t old = s->block == LARGE ? (size_t)s->size : s->block;
    if (s->block == LARGE ? resize_large(s, size) : size <= old && size > old / 2)
        return block;
    void *moved = lathe_ckpt_malloc(size);
    if (!moved)
        return NULL;
    memcpy(moved, block, old < size ? old : size);
    lathe_ckpt_free(block);
    return moved;
}

void *lathe_ckpt_reallocarray(void *block, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return lathe_ckpt_realloc(block, bytes);
}

/* Alignments beyond a span: a longer run, of which the ends are given back. */
static void *allocate_wide(size_t alignment, size_t size) {
    bool fresh;
    size_t padded;
    if (__builtin_add_overflow(size ? size : 1, alignment, &padded))
        padded = SIZE_MAX;
    char *block = allocate_large(padded, &fresh);
    if (!block)
        return NULL;
    uint32_t first = ck_span_index(span_of(block)), count = span_of(block)->top;
    uintptr_t aligned = ((uintptr_t)block + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uint32_t skip = (uint32_t)((aligned - (uintptr_t)block) >> SPAN_BITS);
    uint32_t want = (uint32_t)(((size ? size : 1) + SPAN - 1) >> SPAN_BITS);
    ck_span *s = &ck_spans()[first + skip];
    claim(s, want, LARGE);
    fill_large(s, size);
    if (skip) {
        ck_spans()[first + skip - 1].block = INSIDE;
        free_run(first, skip);
    }
    if (count > skip + want)
        free_run(first + skip + want, count - skip - want);
    return (void *)aligned;
}

static size_t power_from(size_t size) {
    return size <= 1 ? 1 : (size_t)1 << (64 - __builtin_clzll(size - 1));
}

void *lathe_ckpt_memalign(size_t alignment, size_t size) {
    alignment = power_from(alignment);
    if (!ck_the_heap)
        return memalign(alignment, size);
    if (alignment <= 16)
        return lathe_ckpt_malloc(size);
    if (alignment > SPAN)
        return allocate_wide(alignment, size);
    /* Blocks of a power of two are aligned to it, large ones to a span. */
    size_t block = power_from(size < alignment ? alignment : size);
    if (block <= BLOCK_MAX)
        return lathe_ckpt_malloc(block);
    return lathe_ckpt_malloc(size > BLOCK_MAX ? size : BLOCK_MAX + 1);
}

void *lathe_ckpt_aligned_alloc(size_t alignment, size_t size) {
    if (!alignment || alignment & (alignment - 1)) {
        errno = EINVAL;
        return NULL;
    }
    return lathe_ckpt_memalign(alignment, size);
}

int lathe_ckpt_posix_memalign(void **out, size_t alignment, size_t size) {
    if (!alignment || alignment & (alignment - 1) || alignment % sizeof(void *))
        return EINVAL;
    int before = errno;
    void *block = lathe_ckpt_memalign(alignment, size);
    errno = before;
    if (!block)
        return ENOMEM;
    *out = block;
    return 0;
}
