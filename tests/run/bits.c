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

// CHANGES ir-rename-structs: main(); sum()
// CHANGES ir-test-split-blocks: main(); sum()
// CHANGES ir-test-split-edges: main()
// CHANGES sroa,ir-test-rebuild-phis: main()
// CHANGES ir-test-clone-functions: main(); sum()
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: main(); sum()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: main(); sum()
// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
