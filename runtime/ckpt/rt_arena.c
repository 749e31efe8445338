#include "heap.h"

#include "store.h"

#include <sys/mman.h>
#include <sys/resource.h>

static const uint64_t FRAMES_AT = 64 << 20, KEPT_AT = 384 << 20, BLOCKS_AT = 512 << 20;
static const uint64_t APART_AT = 416 << 20;
static const uint64_t FRAMES_SIZE = 256 << 20, GUARD = 64 << 10;
static const uint64_t RESERVE_MIN = UINT64_C(1) << 30;
/* What is made usable at a time, which the system may count as used and looks at when it dumps
 * core. */
static const uint64_t STEP = UINT64_C(1) << 30;
static const uint64_t HEAP_MAGIC = UINT64_C(0x70616568656874);

ck_heap *ck_the_heap;
uint64_t ck_arena_size;
static uint64_t usable; /* bytes from the start */

/* Reserving */

static void start_heap(void) {
    for (unsigned i = 0; i < CLASSES; i++)
        ck_the_heap->current[i] = &ck_the_heap->none;
    ck_the_heap->top = FIRST_SPAN;
    ck_the_heap->kept = 0;
    ck_the_heap->magic = HEAP_MAGIC;
}

static bool try_reserve(uint64_t at, uint64_t size) {
    void *want = (void *)(uintptr_t)at;
    void *got =
        mmap(want, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != MAP_FAILED && got != want)
        munmap(got, size); /* a kernel that does not know MAP_FIXED_NOREPLACE */
    return got == want;
}

static uint64_t table_size(uint64_t arena) {
    return (arena >> SPAN_BITS) * sizeof(ck_span);
}

/* The arena, and the descriptors of its spans. */
static bool try_both(uint64_t at, uint64_t size) {
    if (!try_reserve(at, size))
        return false;
    if (try_reserve(at - SPANS_BEFORE, table_size(size)))
        return true;
    munmap((void *)(uintptr_t)at, size);
    return false;
}

static bool make_usable(uint64_t from, uint64_t to) {
    char *arena = (char *)ck_the_heap, *table = arena - SPANS_BEFORE;
    uint64_t first = table_size(from) & ~(uint64_t)(CK_PAGE - 1);
    return !mprotect(table + first, table_size(to) - first, PROT_READ | PROT_WRITE) &&
           !mprotect(arena + from, to - from, PROT_READ | PROT_WRITE);
}

bool ck_arena_open(uint64_t spans) {
    uint64_t need = spans << SPAN_BITS, to = usable + STEP;
    if (need <= usable)
        return true;
    if (spans > ck_span_limit())
        return false;
    to = to < need ? need : to < ck_arena_size ? to : ck_arena_size;
    if (!make_usable(usable, to)) {
        to = need; /* less may be possible */
        if (!make_usable(usable, to))
            return false;
    }
    usable = to;
    return true;
}

static bool start_arena(uint64_t at, uint64_t size) {
    ck_the_heap = (ck_heap *)(uintptr_t)at;
    ck_arena_size = size;
    usable = 0;
    if (!make_usable(0, BLOCKS_AT)) {
        munmap((void *)(uintptr_t)at, size);
        munmap((void *)(uintptr_t)(at - SPANS_BEFORE), table_size(size));
        ck_the_heap = NULL;
        return false;
    }
    usable = BLOCKS_AT;
    mprotect((char *)ck_the_heap + FRAMES_AT + FRAMES_SIZE, GUARD, PROT_NONE);
    start_heap();
    return true;
}

bool ck_arena_reserve(void) {
    static const uint64_t places[] = {UINT64_C(0x200000000000), UINT64_C(0x210000000000),
                                      UINT64_C(0x2000000000), UINT64_C(0x4000000000)};
    struct rlimit limit;
    uint64_t most = ARENA_MAX;
    if (ck_the_heap)
        return true;
    /* The other half of a limited address space is for libc and the stack. */
    if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY)
        while (most > limit.rlim_cur / 2)
            most /= 2;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++)
        for (uint64_t size = most; size >= RESERVE_MIN; size /= 2)
            if (try_both(places[i], size))
                return start_arena(places[i], size);
    return false;
}

uint64_t ck_arena_base(void) {
    return (uint64_t)(uintptr_t)ck_the_heap;
}

bool ck_arena_overlaps(uint64_t start, uint64_t end) {
    uint64_t base = ck_arena_base();
    return base && start < base + ck_arena_size && end > base - SPANS_BEFORE;
}

bool ck_arena_is_frame(uint64_t address) {
    return address - ck_arena_base() - FRAMES_AT < FRAMES_SIZE;
}

char *ck_arena_frames(void) {
    return (char *)ck_the_heap + FRAMES_AT;
}

void *ck_arena_keep(size_t size) {
    if (!ck_the_heap || size > APART_AT - KEPT_AT - ck_the_heap->kept - 16)
        return NULL;
    void *block = (char *)ck_the_heap + KEPT_AT + ck_the_heap->kept;
    ck_the_heap->kept += (size + 15) & ~(uint64_t)15;
    return block;
}

char *ck_arena_apart(void) {
    return (char *)ck_the_heap + APART_AT;
}

size_t ck_arena_apart_size(void) {
    return BLOCKS_AT - APART_AT;
}

static bool is_descriptors(uint64_t address, uint64_t size) {
    uint64_t at = address - (ck_arena_base() - SPANS_BEFORE), end = table_size(ck_arena_size);
    return ck_the_heap && at < end && size <= end - at;
}

bool ck_arena_holds(uint64_t address, uint64_t size) {
    uint64_t at = address - ck_arena_base();
    if (is_descriptors(address, size))
        return true;
    if (!ck_the_heap || at >= ck_arena_size || size > ck_arena_size - at)
        return false;
    uint64_t guard = FRAMES_AT + FRAMES_SIZE;
    if (at + size > APART_AT && at < BLOCKS_AT)
        return false;
    return at + size <= guard || at >= guard + GUARD;
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
static uint32_t extent(const ck_span *s) {
    return s->block == LARGE || s->block == FREE ? s->top : 1;
}

size_t ck_arena_ranges(const char *frames_top, ck_range *out, size_t room) {
    range_list list = {.out = out, .room = room};
    const ck_span *table = ck_spans();
    add_range(&list, &table[FIRST_SPAN], (ck_the_heap->top - FIRST_SPAN) * sizeof *table);
    add_range(&list, ck_the_heap, sizeof *ck_the_heap);
    add_range(&list, ck_arena_frames(), (uint64_t)(frames_top - ck_arena_frames()));
    add_range(&list, (char *)ck_the_heap + KEPT_AT, ck_the_heap->kept);
    for (uint32_t i = FIRST_SPAN; i < ck_the_heap->top; i += extent(&table[i])) {
        const ck_span *s = &table[i];
        if (s->block == LARGE)
            add_range(&list, ck_span_start(i), s->size);
        else if (s->block != FREE)
            add_range(&list, ck_span_start(i), s->top);
    }
    flush_range(&list);
    return list.count;
}

void ck_arena_clear(void) {
    uint64_t used = (uint64_t)ck_the_heap->top << SPAN_BITS;
    madvise(ck_spans(), table_size(used), MADV_DONTNEED);
    madvise((char *)ck_the_heap, FRAMES_AT + FRAMES_SIZE, MADV_DONTNEED);
    madvise((char *)ck_the_heap + KEPT_AT, used - KEPT_AT, MADV_DONTNEED);
    start_heap();
}

bool ck_arena_accept(uint64_t address, uint64_t size) {
    uint64_t end = address + size, base = ck_arena_base();
    if (end <= base) /* a descriptor says up to where blocks may be */
        return !is_descriptors(address, size) ||
               ck_arena_open((end - (base - SPANS_BEFORE)) / sizeof(ck_span));
    return end > base + ck_arena_size || ck_arena_open(((end - base) + SPAN - 1) >> SPAN_BITS);
}

bool ck_arena_is_sane(void) {
    const ck_span *table = ck_spans();
    if (ck_the_heap->magic != HEAP_MAGIC || ck_the_heap->top < FIRST_SPAN ||
        ck_the_heap->top > ck_span_limit() || !ck_arena_open(ck_the_heap->top))
        return false;
    uint32_t i = FIRST_SPAN;
    while (i < ck_the_heap->top) {
        const ck_span *s = &table[i];
        uint32_t count = extent(s);
        uint64_t size = s->block == LARGE ? s->size : s->block == FREE ? 0 : s->top;
        if (!count || count > ck_the_heap->top - i || size > (uint64_t)count << SPAN_BITS)
            return false;
        i += count;
    }
    return true;
}
