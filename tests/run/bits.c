// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* Bit-fields, unions, packed and over-aligned structs. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 3, b : 7, c : 1;
    signed d : 5;
    unsigned long e : 40;
    unsigned : 0;
    unsigned f : 2;
};
union word {
    uint32_t u;
    float f;
    struct { uint8_t b[4]; } s;
    struct flags bits;
};
struct __attribute__((packed)) header {
    char kind;
    uint32_t length;
    uint16_t crc;
};
struct __attribute__((aligned(64))) slot {
    int value;
    union word w;
};

static struct slot slots[3];
static struct flags initial = {5, 100, 1, -7, 0x123456789, 3};

static unsigned sum(const struct flags *f) {
    return f->a + f->b + f->c + (unsigned)(f->d + 16) + (unsigned)(f->e >> 8) + f->f;
}

int main(void) {
    struct flags f = initial;
    f.b += 50;
    f.d--;
    f.e ^= 0xff;
    union word w = {.f = 1.5f};
    struct header h = {'h', 0x01020304, 0xbeef};
    unsigned char raw[sizeof h];
    memcpy(raw, &h, sizeof h);
    for (int i = 0; i < 3; i++) {
        slots[i].value = i * 10;
        slots[i].w.u = 0x40000000u + (unsigned)i;
    }
    printf("%u %u %x %x\n", sum(&f), sum(&initial), w.u, w.s.b[3]);
    for (size_t i = 0; i < sizeof raw; i++)
        printf("%02x", raw[i]);
    printf(" %zu %zu %d %g\n", sizeof h, sizeof slots, slots[2].value, (double)slots[1].w.f);
    return (int)f.b;
}
