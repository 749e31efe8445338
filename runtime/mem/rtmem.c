/* What ckpt_mem mode adds to a module, compiled to IR when lathe is built (cmake/mem_code.cmake)
 * and linked in under names that C cannot have. It must not depend on the target: types of fixed
 * width, no call of anything. Attributes of functions are dropped on the way, noinline too: they
 * only keep the code short until a pipeline of the program's decides. */
#include "rtmem_layout.h"

#include <stdbool.h>

uint64_t ckpt_mem_number(int64_t n);
uint64_t ckpt_mem_add(uint64_t a, uint64_t b);
uint64_t ckpt_mem_sub(uint64_t a, uint64_t b);
uint64_t ckpt_mem_mul(uint64_t a, uint64_t b);
uint64_t ckpt_mem_div(uint64_t a, uint64_t b);
uint64_t ckpt_mem_mix(uint64_t layout, uint64_t size);
uint64_t ckpt_mem_rounded(uint64_t bytes);
__attribute__((noinline)) uint64_t ckpt_mem_sum(const char *from, uint64_t first, uint64_t end);
uint64_t ckpt_mem_put(char *half, uint64_t offset, const char *from, uint64_t lo, uint64_t hi);
uint64_t ckpt_mem_shift(uint64_t bytes, uint64_t most);
void ckpt_mem_note_all(uint64_t *now, uint64_t *old, uint64_t bytes, uint64_t shift, uint64_t most);
void ckpt_mem_note(uint64_t *now, uint64_t bytes, uint64_t shift, uint64_t most, uint64_t lo,
                   uint64_t hi);
void ckpt_mem_note_steps(uint64_t *now, uint64_t bytes, uint64_t shift, uint64_t most,
                         const int64_t *addresses, uint64_t width);
uint64_t ckpt_mem_put_noted(char *half, uint64_t offset, const char *from, uint64_t bytes,
                            uint64_t *now, uint64_t *old, uint64_t shift, uint64_t most);
uint32_t ckpt_mem_enter(volatile ckpt_mem_header *mem, uint64_t layout, uint64_t bytes,
                        uint64_t room);
char *ckpt_mem_saved(volatile ckpt_mem_header *mem);
char *ckpt_mem_begin(volatile ckpt_mem_header *mem);
void ckpt_mem_commit(volatile ckpt_mem_header *mem, uint32_t id, uint64_t change);
void ckpt_mem_finish(volatile ckpt_mem_header *mem, bool off);

/* ---- sizes that are known when the function is called: too many bytes if they make no sense ----
 */

enum { TOO_MANY_SHIFT = 63 };
#define TOO_MANY (UINT64_C(1) << TOO_MANY_SHIFT)

uint64_t ckpt_mem_number(int64_t n) {
    return n < 0 ? TOO_MANY : (uint64_t)n;
}

uint64_t ckpt_mem_add(uint64_t a, uint64_t b) {
    return a < TOO_MANY && b < TOO_MANY && a + b < TOO_MANY ? a + b : TOO_MANY;
}

uint64_t ckpt_mem_sub(uint64_t a, uint64_t b) {
    return a < TOO_MANY && b <= a ? a - b : TOO_MANY;
}

uint64_t ckpt_mem_mul(uint64_t a, uint64_t b) {
    if (a >= TOO_MANY || b >= TOO_MANY)
        return TOO_MANY;
    return !a || b < TOO_MANY / a ? a * b : TOO_MANY;
}

uint64_t ckpt_mem_div(uint64_t a, uint64_t b) {
    return a < TOO_MANY && b && b < TOO_MANY ? a / b : TOO_MANY;
}

/* Layouts with other sizes are other layouts. */
uint64_t ckpt_mem_mix(uint64_t layout, uint64_t size) {
    layout ^= size;
    layout *= UINT64_C(0x9e3779b97f4a7c15);
    return layout ^ layout >> 29;
}

uint64_t ckpt_mem_rounded(uint64_t bytes) {
    return (bytes + CKPT_MEM_WORD - 1) & ~(uint64_t)(CKPT_MEM_WORD - 1);
}

/* ---- copying ---- */

static uint64_t word_at(const char *from, uint64_t index) {
    uint64_t word;
    __builtin_memcpy(&word, from + index * CKPT_MEM_WORD, sizeof word);
    return word;
}

/* Two words at once, of any alignment. */
typedef uint64_t two __attribute__((vector_size(16)));

static two two_at(const char *from, uint64_t index) {
    two words;
    __builtin_memcpy(&words, from + index * CKPT_MEM_WORD, sizeof words);
    return words;
}

/* The sum of words w at index first + i of w × (2 (first + i) + 1), from sums over pairs p of words
 * at i = 2p and 2p + 1: all, and each p + 1 times. */
static uint64_t weighted(two all, two often, uint64_t first) {
    two rest = often - all;
    return all[0] * (2 * first + 1) + all[1] * (2 * first + 3) + 4 * (rest[0] + rest[1]);
}

/* Of words first … end - 1. Each counts an odd number of times, given by its index, so that what a
 * part adds can be taken out again, and no single change goes unseen. */
uint64_t ckpt_mem_sum(const char *from, uint64_t first, uint64_t end) {
    uint64_t sum = 0;
    two all = {0, 0}, often = {0, 0};
    if ((end - first) & 1) {
        end--;
        sum = word_at(from, end) * (2 * end + 1);
    }
    for (uint64_t i = end; i > first; i -= 2) {
        all += two_at(from, i - 2);
        often += all;
    }
    return sum + weighted(all, often, first);
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

/* The same for pairs of whole words, in one pass. */
static uint64_t put_words(char *half, uint64_t offset, const char *from, uint64_t lo, uint64_t hi) {
    char *to = half + offset + lo;
    two all = {0, 0}, often = {0, 0};
    for (uint64_t i = (hi - lo) / CKPT_MEM_WORD; i; i -= 2) {
        two words = two_at(from + lo, i - 2);
        all += words - two_at(to, i - 2);
        often += all;
        __builtin_memcpy(to + (i - 2) * CKPT_MEM_WORD, &words, sizeof words);
    }
    return weighted(all, often, (offset + lo) / CKPT_MEM_WORD);
}

/* ---- what was written ----
 *
 * A bit for each piece of 2^shift bytes of an object, in words of 64; before those, a bit for each
 * word that is not zero. `most` is the room: that many words of bits of pieces. */

enum { SMALLEST_PIECE = 6, BITS = 6 };

static uint64_t summary(uint64_t most) {
    return (most + 63) >> BITS;
}

/* The size of a piece, so that `most` words are enough. */
uint64_t ckpt_mem_shift(uint64_t bytes, uint64_t most) {
    uint64_t shift = SMALLEST_PIECE;
    while (bytes >> shift >= most << BITS && shift < TOO_MANY_SHIFT)
        shift++;
    return shift;
}

static uint64_t ones(uint64_t from, uint64_t to) {
    return ~UINT64_C(0) << (from & 63) & ~UINT64_C(0) >> (63 - (to & 63));
}

/* Pieces first … last. */
static void note_pieces(uint64_t *now, uint64_t most, uint64_t first, uint64_t last) {
    uint64_t *words = now + summary(most);
    for (uint64_t w = first >> BITS; w <= last >> BITS; w++) {
        words[w] |= ones(w == first >> BITS ? first : 0, w == last >> BITS ? last : 63);
        now[w >> BITS] |= UINT64_C(1) << (w & 63);
    }
}

/* Bytes lo … hi - 1, as far as the object has them. */
void ckpt_mem_note(uint64_t *now, uint64_t bytes, uint64_t shift, uint64_t most, uint64_t lo,
                   uint64_t hi) {
    hi = hi < bytes ? hi : bytes;
    if (lo < hi)
        note_pieces(now, most, lo >> shift, (hi - 1) >> shift);
}

/* Addresses that a loop has written, each so many bytes wide: the first one, the one after it, and
 * the last one, as distances from the object. */
void ckpt_mem_note_steps(uint64_t *now, uint64_t bytes, uint64_t shift, uint64_t most,
                         const int64_t *addresses, uint64_t width) {
    int64_t first = addresses[0], last = addresses[2], step = addresses[1] - first;
    int64_t lo = first < last ? first : last, hi = first < last ? last : first;
    step = step < 0 ? -step : step;
    lo = lo < 0 ? 0 : lo;
    if (hi < 0)
        return;
    if (step <= (int64_t)1 << shift || first < 0 || last < 0) {
        ckpt_mem_note(now, bytes, shift, most, (uint64_t)lo, (uint64_t)hi + width);
        return;
    }
    for (; lo <= hi; lo += step)
        ckpt_mem_note(now, bytes, shift, most, (uint64_t)lo, (uint64_t)lo + width);
}

/* After an entry, nothing is known of what the halves hold. */
void ckpt_mem_note_all(uint64_t *now, uint64_t *old, uint64_t bytes, uint64_t shift,
                       uint64_t most) {
    for (uint64_t i = 0; i < most + summary(most); i++)
        now[i] = old[i] = 0;
    ckpt_mem_note(now, bytes, shift, most, 0, bytes);
}

/* The pieces of one word of bits. */
static uint64_t put_pieces(char *half, uint64_t offset, const char *from, uint64_t bytes,
                           uint64_t bits, uint64_t first, uint64_t shift) {
    uint64_t change = 0;
    while (bits) {
        uint64_t start = (uint64_t)__builtin_ctzll(bits), rest = ~(bits >> start);
        uint64_t count = rest ? (uint64_t)__builtin_ctzll(rest) : 64;
        uint64_t lo = (first + start) << shift, hi = lo + (count << shift);
        if (hi <= bytes)
            change += put_words(half, offset, from, lo, hi);
        else
            change += ckpt_mem_put(half, offset, from, lo, bytes);
        bits = start + count < 64 ? bits >> (start + count) << (start + count) : 0;
    }
    return change;
}

/* Copies what a half lacks: what was written since the last save, and since the one before. */
uint64_t ckpt_mem_put_noted(char *half, uint64_t offset, const char *from, uint64_t bytes,
                            uint64_t *now, uint64_t *old, uint64_t shift, uint64_t most) {
    uint64_t change = 0, *words = now + summary(most), *before = old + summary(most);
    for (uint64_t s = 0; s < summary(most); s++) {
        for (uint64_t used = now[s] | old[s]; used; used &= used - 1) {
            uint64_t w = s << BITS | (uint64_t)__builtin_ctzll(used);
            change += put_pieces(half, offset, from, bytes, words[w] | before[w], w << BITS, shift);
            before[w] = words[w];
            words[w] = 0;
        }
        old[s] = now[s];
        now[s] = 0;
    }
    return change;
}

/* ---- the memory ---- */

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

/* Whether the memory is too small for what is known only now; 0 bytes of room are any. */
static bool lacks_room(uint64_t bytes, uint64_t room) {
    return bytes > UINT32_MAX || (room && (room < sizeof(ckpt_mem_header) ||
                                           bytes > (room - sizeof(ckpt_mem_header)) / 2));
}

/* The checkpoint to go on from, or 0 and a fresh header; CKPT_MEM_NO_ROOM, and nothing is written
 * but a header that says so, if there is room for one. */
uint32_t ckpt_mem_enter(volatile ckpt_mem_header *mem, uint64_t layout, uint64_t bytes,
                        uint64_t room) {
    if (lacks_room(bytes, room)) {
        if (!room || room >= sizeof *mem)
            make_header(mem, 0, 0);
        return CKPT_MEM_NO_ROOM;
    }
    uint32_t id = valid_id(mem, layout, (uint32_t)bytes);
    if (!id) {
        make_header(mem, layout, (uint32_t)bytes);
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

/* off: there was no room, and the memory may not even have a header. */
void ckpt_mem_finish(volatile ckpt_mem_header *mem, bool off) {
    if (!off)
        mem->state |= CKPT_MEM_COMPLETE;
}
