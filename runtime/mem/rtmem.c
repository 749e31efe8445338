/* What ckpt_mem mode adds to a module, compiled to IR when lathe is built (cmake/mem_code.cmake)
 * and linked in under names that C cannot have. It must not depend on the target: types of fixed
 * width, no call of anything. Attributes of functions are dropped on the way, noinline too: they
 * only keep the code short until a pipeline of the program's decides. */
#include "rtmem_layout.h"

__attribute__((noinline)) uint64_t ckpt_mem_sum(const char *from, uint64_t first, uint64_t end);
uint64_t ckpt_mem_put(char *half, uint64_t offset, const char *from, uint64_t lo, uint64_t hi);
uint32_t ckpt_mem_enter(volatile ckpt_mem_header *mem, uint64_t layout, uint32_t bytes);
char *ckpt_mem_saved(volatile ckpt_mem_header *mem);
char *ckpt_mem_begin(volatile ckpt_mem_header *mem);
void ckpt_mem_commit(volatile ckpt_mem_header *mem, uint32_t id, uint64_t change);
void ckpt_mem_finish(volatile ckpt_mem_header *mem);

static uint64_t word_at(const char *from, uint64_t index) {
    uint64_t word;
    __builtin_memcpy(&word, from + index * CKPT_MEM_WORD, sizeof word);
    return word;
}

/* Of words first … end - 1. Each counts an odd number of times, given by its index, so that what a
 * part adds can be taken out again, and no single change goes unseen. */
uint64_t ckpt_mem_sum(const char *from, uint64_t first, uint64_t end) {
    uint64_t sum = 0;
    for (uint64_t i = first; i < end; i++)
        sum += word_at(from, i) * (2 * i + 1);
    return sum;
}

/* Copies bytes lo … hi - 1 of an object whose copy begins at offset; gives the change of the half's
 * checksum. */
uint64_t ckpt_mem_put(char *half, uint64_t offset, const char *from, uint64_t lo, uint64_t hi) {
    if (lo >= hi)
        return 0;
    uint64_t first = (offset + lo) / CKPT_MEM_WORD;
    uint64_t end = (offset + hi + CKPT_MEM_WORD - 1) / CKPT_MEM_WORD;
    uint64_t before = ckpt_mem_sum(half, first, end);
    __builtin_memcpy(half + offset + lo, from + lo, hi - lo);
    return ckpt_mem_sum(half, first, end) - before;
}

static uint32_t active(volatile ckpt_mem_header *mem) {
    return mem->state >> CKPT_MEM_HALF_SHIFT & 1;
}

static char *half_at(volatile ckpt_mem_header *mem, uint32_t half) {
    return (char *)(mem + 1) + (uint64_t)mem->bytes * half;
}

/* The checksum of a half as it is. */
__attribute__((noinline)) static uint64_t count(volatile ckpt_mem_header *mem, uint32_t half) {
    return ckpt_mem_sum(half_at(mem, half), 0, mem->bytes / CKPT_MEM_WORD);
}

/* The checkpoint to go on from in the active half; 0 if there is none. */
static uint32_t valid_id(volatile ckpt_mem_header *mem, uint64_t layout, uint32_t bytes) {
    uint32_t state = mem->state, id = state & CKPT_MEM_MOST_POINTS;
    if (mem->magic != CKPT_MEM_MAGIC || mem->version != CKPT_MEM_VERSION || mem->bytes != bytes ||
        mem->layout != layout || state >= CKPT_MEM_COMPLETE)
        return 0;
    uint32_t half = active(mem);
    return word_at(half_at(mem, half), 0) == id && count(mem, half) == mem->sums[half] ? id : 0;
}

static void make_header(volatile ckpt_mem_header *mem, uint64_t layout, uint32_t bytes) {
    mem->state = 0;
    mem->magic = CKPT_MEM_MAGIC;
    mem->version = CKPT_MEM_VERSION;
    mem->heartbeat = 0;
    mem->bytes = bytes;
    mem->layout = layout;
    for (uint32_t half = 0; half < 2; half++) {
        mem->lengths[half] = bytes;
        mem->sums[half] = count(mem, half);
    }
}

/* The checkpoint to go on from, or 0 and a fresh header. */
uint32_t ckpt_mem_enter(volatile ckpt_mem_header *mem, uint64_t layout, uint32_t bytes) {
    uint32_t id = valid_id(mem, layout, bytes);
    if (!id) {
        make_header(mem, layout, bytes);
        return 0;
    }
    /* The other half may have been left in the middle of a save. */
    uint32_t other = active(mem) ^ 1;
    mem->sums[other] = count(mem, other);
    return id;
}

char *ckpt_mem_saved(volatile ckpt_mem_header *mem) {
    return half_at(mem, active(mem));
}

/* The half to save into: not the one that holds the last save. */
char *ckpt_mem_begin(volatile ckpt_mem_header *mem) {
    return half_at(mem, active(mem) ^ 1);
}

void ckpt_mem_commit(volatile ckpt_mem_header *mem, uint32_t id, uint64_t change) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint32_t half = active(mem) ^ 1;
    mem->sums[half] += change;
    mem->heartbeat++;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    mem->state = half << CKPT_MEM_HALF_SHIFT | id;
}

void ckpt_mem_finish(volatile ckpt_mem_header *mem) {
    mem->state |= CKPT_MEM_COMPLETE;
}
