#include "process.h"

#include <stdlib.h>
#include <string.h>

/* No call of libc returns its multiplier, so what lcong48 sets is remembered here. */
static struct {
    uint16_t a[3], c, old[3];
    bool own;
} lcg;

#if defined(__x86_64__)
/* The part of the x87's environment that is not the state of one instruction. */
typedef struct x87_environment {
    uint16_t control, gap1, status, gap2;
    uint32_t rest[5];
} x87_environment;

enum { FLAGS = 0x3f }; /* invalid, denormal, divided by zero, overflow, underflow, inexact */

uint64_t ck_float_control(void) {
    uint32_t sse;
    uint16_t control, status;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2"
                     : "=m"(sse), "=m"(control), "=m"(status));
    return (uint64_t)(status & FLAGS) << 48 | (uint64_t)(sse & 0xffff) << 16 | control;
}

void ck_set_float_control(uint64_t control) {
    /* A reserved bit in a damaged record must not raise a fault. */
    uint32_t sse = (uint32_t)(control >> 16) & 0xffff;
    x87_environment x87;
    __asm__ volatile("ldmxcsr %1\n\tfnstenv %0" : "=m"(x87) : "m"(sse));
    x87.control = (uint16_t)control;
    x87.status = (uint16_t)((x87.status & ~FLAGS) | (control >> 48 & FLAGS));
    __asm__ volatile("fldenv %0" : : "m"(x87));
}
#elif defined(__aarch64__)
uint64_t ck_float_control(void) {
    uint64_t control, flags;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(control), "=r"(flags));
    return flags << 32 | (uint32_t)control;
}

void ck_set_float_control(uint64_t control) {
    uint64_t flags = control >> 32;
    control = (uint32_t)control;
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(control), "r"(flags));
}
#else
#error "the rounding mode of this processor is not known"
#endif

/* libc's arrays have five types; the first word holds the type and the position. */
static uint32_t random_size(const void *state) {
    static const uint32_t sizes[5] = {8, 32, 64, 128, 256};
    int32_t word;
    memcpy(&word, state, sizeof word);
    return sizes[(uint32_t)word % 5];
}

static char *current_random(char spare[8]) {
    char *state = initstate(1, spare, 8);
    setstate(state);
    return state;
}

void ck_process_take_random(ck_process *out) {
    static char spare[8];
    uint16_t zero[3] = {0};
    char *state = current_random(spare);
    out->random_address = (uint64_t)(uintptr_t)state;
    out->random_size = random_size(state);
    memcpy(out->random, state, out->random_size);
    memcpy(out->x48, seed48(zero), sizeof out->x48);
    memcpy(out->a48, lcg.a, sizeof out->a48);
    memcpy(out->old48, lcg.old, sizeof out->old48);
    out->c48 = lcg.c;
    out->own48 = lcg.own;
    ck_process_put_random(out, true);
}

bool ck_process_is_sane(const ck_process *in) {
    return in->random_size >= 8 && in->random_size <= CK_RANDOM_MAX &&
           random_size(in->random) == in->random_size;
}

static void put_48(const ck_process *in) {
    uint16_t all[7];
    memcpy(all, in->x48, sizeof in->x48);
    memcpy(all + 3, in->a48, sizeof in->a48);
    all[6] = in->c48;
    if (in->own48)
        lathe_ckpt_lcong48(all);
    else
        lathe_ckpt_seed48(all);
    memcpy(lcg.old, in->old48, sizeof lcg.old);
}

void ck_process_leave_random(void) {
    static char nowhere[8];
    initstate(1, nowhere, sizeof nowhere);
}

void ck_process_put_random(const ck_process *in, bool owned) {
    /* An array that stays in use for the rest of the process. */
    static char array[CK_RANDOM_MAX];
    char spare[8], *state = owned ? (char *)(uintptr_t)in->random_address : array;
    put_48(in);
    /* libc stores the position of the present array on leaving it, so that comes first. */
    initstate(1, spare, sizeof spare);
    memcpy(state, in->random, in->random_size);
    setstate(state);
}

void lathe_ckpt_srand48(long seed) {
    lcg.own = false;
    srand48(seed);
}

unsigned short *lathe_ckpt_seed48(unsigned short seed[3]) {
    lcg.own = false;
    memcpy(lcg.old, seed48(seed), sizeof lcg.old);
    return lcg.old;
}

void lathe_ckpt_lcong48(unsigned short param[7]) {
    lcg.own = true;
    memcpy(lcg.a, param + 3, sizeof lcg.a);
    lcg.c = param[6];
    lcong48(param);
}
