/* State of the process that is not memory of the program: random numbers, errno, rounding mode and
 * floating-point exceptions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { CK_RANDOM_MAX = 256 };

/* As it is in a file. Addresses are those of the program's copies in the arena. */
typedef struct ck_process {
    uint64_t argv, asked; /* asked: of the environment, see env.h */
    uint64_t frames_top;
    uint64_t float_control;
    int32_t argc, error;
    uint64_t random_address; /* of the array that rand and random work on */
    uint32_t random_size;
    uint16_t x48[3], a48[3], c48, old48[3]; /* drand48 */
    uint16_t own48;                         /* lcong48 set a48 and c48 */
    uint16_t reserved;
    unsigned char random[CK_RANDOM_MAX];
} ck_process;

_Static_assert(sizeof(ck_process) == 80 + CK_RANDOM_MAX, "the file has no padding");

uint64_t ck_float_control(void);
void ck_set_float_control(uint64_t control);

/* Fills in the random numbers. Must come before memory is copied: libc writes the position into the
 * program's own array, if it has one. */
void ck_process_take_random(ck_process *out);
/* Before memory is restored: on leaving an array, libc writes to it. */
void ck_process_leave_random(void);
/* owned says whether random_address is restored memory of the program. */
void ck_process_put_random(const ck_process *in, bool owned);
/* Whether the random numbers in a file can be put back. */
bool ck_process_is_sane(const ck_process *in);

#pragma GCC visibility push(default)
void lathe_ckpt_srand48(long seed);
unsigned short *lathe_ckpt_seed48(unsigned short seed[3]);
void lathe_ckpt_lcong48(unsigned short param[7]);
#pragma GCC visibility pop
