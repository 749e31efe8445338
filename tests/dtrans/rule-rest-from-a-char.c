// RUN: lathe opt --passes='dtrans-analysis<type=struct.cleared>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.flipped>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.point>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.measured>' %s | FileCheck %s --check-prefix=GOOD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.reading>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
// RUN: clang -g -O1 -fno-inline -c -emit-llvm %s -o %t.bc
// RUN: lathe opt --passes='dtrans-analysis<type=struct.cleared>' %t.bc | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.flipped>' %t.bc | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.point>' %t.bc | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.measured>' %t.bc | FileCheck %s --check-prefix=GOOD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.reading>' %t.bc | FileCheck %s --check-prefix=GOOD
// RUN: %compare %t.bc
//
// An address counted in bytes may stand for all bytes from there on, whether an array of characters
// or a lone one is there. Optimised code counts bytes for every member: there it is suspected where
// a number of bytes that is not known follows. Numbers side by side may be walked, too.

// BLOCKED: BadPtrManipulation
// GOOD: legal reorder-fields

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cleared {
    long id;
    char tag[4];
    int value;
    long z;
};
struct flipped {
    long id;
    char tag;
    short other;
    int value;
};
struct measured {
    long id;
    char tag[4];
    int value;
};
struct point {
    long id;
    float x, y, z;
};
struct reading {
    long id;
    double value;
    int unit;
};

static void flip(char *bytes, size_t count) {
#pragma clang loop vectorize(disable) unroll(disable)
    for (size_t i = 0; i < count; i++)
        bytes[i] ^= 3;
}

static float total(const float *numbers, int count) {
    float sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

static double mean(const double *numbers, int count) {
    double sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < count; i++)
        sum += numbers[i];
    return sum / count;
}

/* Not known to those who call it. */
static size_t rest(size_t size, size_t from, int argc) {
    return argc > 1000 ? 1 : size - from;
}

int main(int argc, char **argv) {
    struct cleared *c = (struct cleared *)calloc((size_t)argc + 2, sizeof *c) + argc;
    struct flipped *f = (struct flipped *)calloc((size_t)argc + 2, sizeof *f) + argc;
    struct measured *m = (struct measured *)calloc((size_t)argc + 2, sizeof *m) + argc;
    struct point *p = (struct point *)calloc((size_t)argc + 2, sizeof *p) + argc;
    struct reading *r = (struct reading *)calloc((size_t)argc + 2, sizeof *r) + argc;
    char *bytes = malloc((size_t)argc + 7);
    float *floats = malloc(sizeof(float) * (size_t)(argc + 7));
    double *doubles = malloc(sizeof(double) * (size_t)(argc + 7));
    for (int i = 0; i < argc + 7; i++) {
        bytes[i] = (char)(i + 1);
        floats[i] = (float)i;
        doubles[i] = i;
    }
    c->id = f->id = m->id = p->id = r->id = argc;
    c->value = f->value = m->value = r->unit = 5;
    c->z = f->tag = f->other = 6;
    p->x = 1;
    p->y = 2;
    p->z = 3;
    r->value = 4;
    memset(m->tag, 'a', sizeof m->tag);
    flip(bytes, (size_t)argc + 7);
    flip((char *)f + offsetof(struct flipped, tag),
         rest(sizeof *f, offsetof(struct flipped, tag), argc));
    memset((char *)c + offsetof(struct cleared, tag), 1,
           rest(sizeof *c, offsetof(struct cleared, tag), argc));
    printf("%ld %d %d %ld\n", c->id, c->tag[2], c->value, c->z);
    printf("%ld %d %d %d %d\n", f->id, f->tag, f->other, f->value, bytes[argc]);
    printf("%ld %c %d\n", m->id, m->tag[3], m->value);
    printf("%ld %g %g %g\n", p->id, p->x + p->y + p->z, total(floats, 8), total(&p->x, 3));
    printf("%ld %g %g %d\n", r->id, mean(doubles, 8), mean(&r->value, 1), r->unit);
    return 0;
}

// CHANGES dtrans-base-test: struct.measured base-test 16; struct.reading base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.measured base-test 16; struct.reading base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.measured shuffle 110; struct.reading shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.measured shuffle 88; struct.reading shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.measured shuffle 88; struct.reading shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: struct.reading aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.measured aos-to-soa; struct.reading aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.measured aos-to-soa; struct.reading aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.measured shuffle+aos-to-soa; struct.reading shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.measured aos-to-soa+shuffle; struct.reading aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.measured aos-to-soa; struct.reading aos-to-soa
// CHANGES dtrans-split<force>: struct.measured split; struct.reading split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.measured shuffle+shuffle 80; struct.reading shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.measured split; struct.reading split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.measured shuffle 88; struct.reading shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.measured shuffle 80; struct.reading shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: flip(); main(); mean(); total()
// CHANGES hir-canonicalize<join>,hir-identity<join>: flip(); main(); mean(); total()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
