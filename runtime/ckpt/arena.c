#include "arena.h"

#include "abi.h"
#include "alloc.h"
#include "store.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

enum {
    SPAN_BITS = 16,
    SPAN = 1 << SPAN_BITS,
    SMALL_MAX = 1024,  /* one class per 16 bytes up to here, */
    BLOCK_MAX = 32768, /* eight per power of two up to here */
    SMALL_CLASSES = SMALL_MAX / 16 + 1,
    CLASSES = SMALL_CLASSES + 5 * 8,
    RUN_BINS = 21,
};

static const uint64_t SPANS_AT = 1 << 20, FRAMES_AT = 64 << 20, KEPT_AT = 384 << 20,
                      BLOCKS_AT = 512 << 20;
static const uint64_t FRAMES_SIZE = 256 << 20, GUARD = 64 << 10;
static const uint64_t RESERVE_MAX = UINT64_C(1) << 36, RESERVE_MIN = UINT64_C(1) << 30;
static const uint64_t HEAP_MAGIC = UINT64_C(0x70616568656874);
/* Runs of this many spans go back to the system when they are freed. */
enum { RETURN_SPANS = 1024, FIRST_SPAN = (512 << 20) >> SPAN_BITS };

/* What a span is, in `block`: the size of its blocks, or one of these. A run is described by its
 * first span; the last span of a free run says FREE_END so that a neighbour finds the first. */
enum { LARGE = 0, FREE = 1, FREE_END = 2, INSIDE = 3 };

/* Invariants:
 *  1. used > trigger unless freeing one more block needs the slow path: the span is full (not in
 *     its class's list), large, or about to be empty.
 *  2. Blocks below `top` were handed out at least once or are in the free list; above it the span
 *     is untouched. */
typedef struct span {
    void *free;
    uint32_t used, trigger;
    uint32_t block;
    uint32_t top; /* of a run: number of spans */
    union {
        struct {
            uint32_t next, prev; /* in the list of its class or bin; 0 ends it */
        };
        uint64_t size; /* of a large block, as asked for */
    };
} span;

_Static_assert(sizeof(span) == 32, "the table of spans is sized for this");

typedef struct heap {
    span *current[CLASSES]; /* never NULL */
    span none;              /* a span without blocks: the current one of a class that has none */
    uint32_t partial[CLASSES];
    uint32_t runs[RUN_BINS];
    uint32_t top;  /* spans from here on were never used */
    uint64_t kept; /* bytes */
    uint64_t magic;
} heap;

/* The arena's place, found once at start. */
static heap *the_heap;
static uint64_t arena_size;

static span *span_table(void) {
    return (span *)((char *)the_heap + SPANS_AT);
}

static uint32_t index_of(const span *s) {
    return (uint32_t)(s - span_table());
}

static char *start_of(uint32_t index) {
    return (char *)the_heap + ((uint64_t)index << SPAN_BITS);
}

static uint32_t span_limit(void) {
    return (uint32_t)(arena_size >> SPAN_BITS);
}

static bool in_arena(const void *p) {
    return (uintptr_t)p - (uintptr_t)the_heap < arena_size;
}

/* Reserving */

static void start_heap(void) {
    for (unsigned i = 0; i < CLASSES; i++)
        the_heap->current[i] = &the_heap->none;
    the_heap->top = FIRST_SPAN;
    the_heap->kept = 0;
    the_heap->magic = HEAP_MAGIC;
}

static void *try_reserve(uint64_t at, uint64_t size) {
    void *got = mmap((void *)(uintptr_t)at, size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != MAP_FAILED && got != (void *)(uintptr_t)at) {
        munmap(got, size); /* a kernel that does not know MAP_FIXED_NOREPLACE */
        return MAP_FAILED;
    }
    return got;
}

bool ck_arena_reserve(void) {
    static const uint64_t places[] = {UINT64_C(0x200000000000), UINT64_C(0x210000000000),
                                      UINT64_C(0x2000000000), UINT64_C(0x4000000000)};
    struct rlimit limit;
    uint64_t most = RESERVE_MAX;
    if (the_heap)
        return true;
    /* The other half of a limited address space is for libc and the stack. */
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        while (most > limit.rlim_cur / 2)
            most /= 2;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        for (uint64_t size = most; size >= RESERVE_MIN; size /= 2) {
            void *got = try_reserve(places[i], size);
            if (got == MAP_FAILED)
                continue;
            the_heap = got;
            arena_size = size;
            mprotect((char *)got + FRAMES_AT + FRAMES_SIZE, GUARD, PROT_NONE);
            start_heap();
            return true;
        }
    return false;
}

uint64_t ck_arena_base(void) {
    return (uint64_t)(uintptr_t)the_heap;
}

char *ck_arena_frames(void) {
    return (char *)the_heap + FRAMES_AT;
}

void *ck_arena_keep(size_t size) {
    if (!the_heap || size > BLOCKS_AT - KEPT_AT - the_heap->kept - 16)
        return NULL;
    void *block = (char *)the_heap + KEPT_AT + the_heap->kept;
    the_heap->kept += (size + 15) & ~(uint64_t)15;
    return block;
}

bool ck_arena_holds(uint64_t address, uint64_t size) {
    uint64_t at = address - ck_arena_base();
    if (!the_heap || at >= arena_size || size > arena_size - at)
        return false;
    uint64_t guard = FRAMES_AT + FRAMES_SIZE;
    return at + size <= guard || at >= guard + GUARD;
}

/* Runs of spans */

static unsigned bin_of(uint32_t count) {
    unsigned bin = 31 - (unsigned)__builtin_clz(count);
    return bin < RUN_BINS ? bin : RUN_BINS - 1;
}

static void list_push(uint32_t *head, span *s) {
    s->prev = 0;
    s->next = *head;
    if (*head)
        span_table()[*head].prev = index_of(s);
    *head = index_of(s);
}

static void list_remove(uint32_t *head, span *s) {
    if (s->prev)
        span_table()[s->prev].next = s->next;
    else
        *head = s->next;
    if (s->next)
        span_table()[s->next].prev = s->prev;
}

static void put_free_run(uint32_t first, uint32_t count) {
    span *s = &span_table()[first];
    s[count - 1].block = FREE_END;
    s[count - 1].top = count;
    s->block = FREE;
    s->top = count;
    list_push(&the_heap->runs[bin_of(count)], s);
}

static void take_free_run(span *s) {
    list_remove(&the_heap->runs[bin_of(s->top)], s);
}

/* Joined with free neighbours; at the top of the arena it is no run at all any more. */
static void free_run(uint32_t first, uint32_t count) {
    span *table = span_table();
    if (count >= RETURN_SPANS)
        madvise(start_of(first), (uint64_t)count << SPAN_BITS, MADV_DONTNEED);
    span *before = &table[first - 1], *after = &table[first + count];
    if (first + count < the_heap->top && after->block == FREE) {
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

static span *find_run(uint32_t count) {
    span *table = span_table();
    for (unsigned bin = bin_of(count); bin < RUN_BINS; bin++)
        for (uint32_t i = the_heap->runs[bin]; i; i = table[i].next)
            if (table[i].top >= count)
                return &table[i];
    return NULL;
}

static void claim(span *s, uint32_t count, uint32_t block) {
    s[count - 1].block = INSIDE;
    s->block = block;
    s->top = block ? 0 : count;
    s->free = NULL;
    s->used = 0;
    s->trigger = 0;
}

/* NULL if the arena is full. *fresh tells whether the memory was never used. */
static span *take_run(uint32_t count, uint32_t block, bool *fresh) {
    span *s = find_run(count);
    *fresh = !s;
    if (s) {
        uint32_t rest = s->top - count;
        take_free_run(s);
        claim(s, count, block);
        if (rest)
            put_free_run(index_of(s) + count, rest);
        return s;
    }
    if (count > span_limit() - the_heap->top) {
        errno = ENOMEM;
        return NULL;
    }
    s = &span_table()[the_heap->top];
    the_heap->top += count;
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
static bool extend(span *s) {
    uint32_t room = (SPAN - s->top) / s->block, count = CK_PAGE / s->block;
    if (!room)
        return false;
    if (count < 1)
        count = 1;
    if (count > room)
        count = room;
    char *at = start_of(index_of(s)) + s->top;
    s->top += count * s->block;
    s->free = at;
    for (; --count; at += s->block)
        *(void **)at = at + s->block;
    *(void **)at = NULL;
    return true;
}

/* Another span becomes the current one of the class; the present one is full. */
static span *next_span(unsigned class) {
    span *full = the_heap->current[class];
    uint32_t next = the_heap->partial[class];
    bool fresh;
    if (full != &the_heap->none)
        full->trigger = UINT32_MAX;
    the_heap->current[class] = &the_heap->none;
    span *s = next ? &span_table()[next] : take_run(1, block_of(class), &fresh);
    if (!s)
        return NULL;
    if (next)
        list_remove(&the_heap->partial[class], s);
    the_heap->current[class] = s;
    return s;
}

static void *take_block(span *s) {
    void *block = s->free;
    s->free = *(void **)block;
    s->used++;
    return block;
}

static void *allocate_block(size_t size) {
    unsigned class = class_of(size);
    span *s = the_heap->current[class];
    if (!s->free && (s == &the_heap->none || !extend(s))) {
        s = next_span(class);
        if (!s || (!s->free && !extend(s)))
            return NULL;
    }
    return take_block(s);
}

static void *allocate_large(size_t size, bool *fresh) {
    if (size > arena_size) {
        errno = ENOMEM;
        return NULL;
    }
    span *s = take_run((uint32_t)((size + SPAN - 1) >> SPAN_BITS), LARGE, fresh);
    if (!s)
        return NULL;
    s->size = size;
    s->used = 1;
    s->trigger = UINT32_MAX;
    return start_of(index_of(s));
}

__attribute__((noinline)) static void *allocate_slowly(size_t size) {
    bool fresh;
    if (!the_heap)
        return malloc(size);
    return size <= BLOCK_MAX ? allocate_block(size) : allocate_large(size, &fresh);
}

/* A block was freed in a span that was full, is large, or is empty now. */
__attribute__((noinline)) static void free_slowly(span *s) {
    if (s->block == LARGE) {
        free_run(index_of(s), s->top);
        return;
    }
    unsigned class = class_of(s->block);
    if (s->trigger) {
        s->trigger = 0;
        list_push(&the_heap->partial[class], s);
    }
    if (!s->used && s != the_heap->current[class]) {
        list_remove(&the_heap->partial[class], s);
        free_run(index_of(s), 1);
    }
}

/* The program's allocation calls */

void *lathe_ckpt_malloc(size_t size) {
    if (likely(size <= SMALL_MAX) && likely(the_heap != NULL)) {
        span *s = the_heap->current[(size + 15) / 16];
        if (likely(s->free != NULL))
            return take_block(s);
    }
    return allocate_slowly(size);
}

void lathe_ckpt_free(void *block) {
    if (unlikely(!in_arena(block))) {
        free(block);
        return;
    }
    span *s = span_table() + (((uintptr_t)block - (uintptr_t)the_heap) >> SPAN_BITS);
    *(void **)block = s->free;
    s->free = block;
    if (unlikely(--s->used <= s->trigger))
        free_slowly(s);
}

static span *span_of(const void *block) {
    return span_table() + (((uintptr_t)block - (uintptr_t)the_heap) >> SPAN_BITS);
}

size_t lathe_ckpt_malloc_usable_size(void *block) {
    if (!block || !in_arena(block))
        return malloc_usable_size(block);
    const span *s = span_of(block);
    return s->block == LARGE ? (size_t)s->size : s->block;
}

void *lathe_ckpt_calloc(size_t count, size_t size) {
    size_t bytes;
    bool fresh = false;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    if (unlikely(!the_heap))
        return calloc(count, size);
    void *block = bytes > BLOCK_MAX ? allocate_large(bytes, &fresh) : lathe_ckpt_malloc(bytes);
    return block && !fresh ? memset(block, 0, bytes) : block;
}

/* Grows or shrinks a large block where it is. */
static bool resize_large(span *s, size_t size) {
    uint32_t first = index_of(s), have = s->top;
    if (size <= BLOCK_MAX || size > arena_size)
        return false;
    uint32_t want = (uint32_t)((size + SPAN - 1) >> SPAN_BITS);
    span *after = s + have;
    if (want > have) {
        uint32_t more = want - have;
        if (first + have == the_heap->top && more <= span_limit() - the_heap->top) {
            the_heap->top += more;
        } else if (first + have < the_heap->top && after->block == FREE && after->top >= more) {
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
    if (!the_heap)
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
    if (!in_arena(block))
        return realloc_foreign(block, size);
    span *s = span_of(block);
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
    uint32_t first = index_of(span_of(block)), count = span_of(block)->top;
    uintptr_t aligned = ((uintptr_t)block + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uint32_t skip = (uint32_t)((aligned - (uintptr_t)block) >> SPAN_BITS);
    uint32_t want = (uint32_t)(((size ? size : 1) + SPAN - 1) >> SPAN_BITS);
    span *s = &span_table()[first + skip];
    claim(s, want, LARGE);
    s->block = LARGE;
    s->size = size;
    s->used = 1;
    s->trigger = UINT32_MAX;
    if (skip) {
        span_table()[first + skip - 1].block = INSIDE;
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
    if (!the_heap)
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

/* The image */

typedef struct range_list {
    ck_range *out;
    size_t count, room;
    ck_range last;
} range_list;

static void flush_range(range_list *list) {
    if (!list->last.size)
        return;
    if (list->count < list->room)
        list->out[list->count] = list->last;
    list->count++;
    list->last.size = 0;
}

static void add_range(range_list *list, const void *start, uint64_t size) {
    uint64_t address = (uint64_t)(uintptr_t)start;
    if (!size)
        return;
    if (list->last.size && list->last.address + list->last.size == address) {
        list->last.size += size;
        return;
    }
    flush_range(list);
    list->last = (ck_range){address, size};
}

/* How many spans the thing at s takes. */
static uint32_t extent(const span *s) {
    return s->block == LARGE || s->block == FREE ? s->top : 1;
}

size_t ck_arena_ranges(const char *frames_top, ck_range *out, size_t room) {
    range_list list = {.out = out, .room = room};
    const span *table = span_table();
    add_range(&list, the_heap, sizeof *the_heap);
    add_range(&list, &table[FIRST_SPAN], (the_heap->top - FIRST_SPAN) * sizeof *table);
    add_range(&list, ck_arena_frames(), (uint64_t)(frames_top - ck_arena_frames()));
    add_range(&list, (char *)the_heap + KEPT_AT, the_heap->kept);
    for (uint32_t i = FIRST_SPAN; i < the_heap->top; i += extent(&table[i])) {
        const span *s = &table[i];
        if (s->block == LARGE)
            add_range(&list, start_of(i), s->size);
        else if (s->block != FREE)
            add_range(&list, start_of(i), s->top);
    }
    flush_range(&list);
    return list.count;
}

void ck_arena_clear(void) {
    uint64_t used = (uint64_t)the_heap->top << SPAN_BITS;
    madvise((char *)the_heap, FRAMES_AT + FRAMES_SIZE, MADV_DONTNEED);
    madvise((char *)the_heap + KEPT_AT, used - KEPT_AT, MADV_DONTNEED);
    start_heap();
}

bool ck_arena_is_sane(void) {
    const span *table = span_table();
    if (the_heap->magic != HEAP_MAGIC || the_heap->top < FIRST_SPAN || the_heap->top > span_limit())
        return false;
    uint32_t i = FIRST_SPAN;
    while (i < the_heap->top) {
        const span *s = &table[i];
        uint32_t count = extent(s);
        uint64_t size = s->block == LARGE ? s->size : s->block == FREE ? 0 : s->top;
        if (!count || count > the_heap->top - i || size > (uint64_t)count << SPAN_BITS)
            return false;
        i += count;
    }
    return true;
}
