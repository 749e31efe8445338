// RUN: lathe opt --passes='dtrans-analysis<type=struct.sample>' %s | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.point>' %s | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.vertex>' %s | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.light>' %s | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.single>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
// RUN: clang -g -O1 -fno-inline -c -emit-llvm %s -o %t.bc
// RUN: lathe opt --passes='dtrans-analysis<type=struct.sample>' %t.bc | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.point>' %t.bc | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.vertex>' %t.bc | FileCheck %s --check-prefix=COLUMN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.light>' %t.bc | FileCheck %s --check-prefix=COLUMN
// RUN: %compare %t.bc
//
// One member of all objects of an array, walked by a function that is told how far they are apart,
// by an argument or in memory, and that walks plain arrays as well.

// COLUMN: legal nothing
// COLUMN: BadPtrManipulation {{.*}}: a pointer to a field that is not an array is moved
// GOOD: legal reorder-fields

#include <stdio.h>
#include <stdlib.h>

struct sample {
    long id;
    double value;
    char unit;
};
struct point {
    char kind;
    float height;
    long id;
};
struct vertex {
    long id;
    int color;
    char kind;
};
struct light {
    long id;
    int power;
    char kind;
};
struct column {
    const void *first;
    size_t apart;
};
struct single {
    char kind;
    short number;
    int *place;
};

static double mean(const double *numbers, int count, int stride) {
    double sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < count; i++)
        sum += numbers[i * stride];
    return sum / count;
}

static float highest(const float *numbers, int count, int step) {
    float most = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (; count--; numbers += step)
        most = most * 2 + *numbers;
    return most;
}

static int mix(const void *first, int count, size_t apart) {
    const char *at = first;
    int sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (; count--; at += apart)
        sum = sum * 3 + *(const int *)at;
    return sum;
}

static int add(const struct column *c, int count) {
    int sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < count; i++)
        sum = sum * 3 + *(const int *)((const char *)c->first + (size_t)i * c->apart);
    return sum;
}

static int count(const short *numbers, int length) {
    int sum = 0;
#pragma clang loop vectorize(disable) unroll(disable)
    for (int i = 0; i < length; i++)
        sum += numbers[i];
    return sum;
}

int main(int argc, char **argv) {
    int n = argc + 4;
    struct sample *s = calloc((size_t)n, sizeof *s);
    struct point *p = calloc((size_t)n, sizeof *p);
    struct vertex *v = calloc((size_t)n, sizeof *v);
    struct light *l = calloc((size_t)n, sizeof *l);
    struct column *c = calloc(2, sizeof *c);
    struct single *one = calloc((size_t)n, sizeof *one);
    double *doubles = malloc(sizeof(double) * (size_t)n);
    float *floats = malloc(sizeof(float) * (size_t)n);
    int *ints = malloc(sizeof(int) * (size_t)n);
    short *shorts = malloc(sizeof(short) * (size_t)n);
    for (int i = 0; i < n; i++) {
        doubles[i] = s[i].value = i * 1.5;
        floats[i] = p[i].height = (float)i;
        ints[i] = v[i].color = l[i].power = i * 7;
        shorts[i] = one[i].number = (short)i;
        s[i].unit = p[i].kind = v[i].kind = l[i].kind = one[i].kind = 'k';
        s[i].id = p[i].id = v[i].id = l[i].id = i;
        one[i].place = ints;
    }
    c[0].first = &l->power;
    c[0].apart = sizeof *l;
    c[1].first = ints;
    c[1].apart = sizeof *ints;
    printf("%g %g %c %ld\n", mean(&s->value, n, sizeof *s / sizeof(double)), mean(doubles, n, 1),
           s[1].unit, s[2].id);
    printf("%g %g %c %ld\n", highest(&p->height, n, sizeof *p / sizeof(float)),
           highest(floats, n, 1), p[1].kind, p[2].id);
    printf("%d %d %c %ld\n", mix(&v->color, n, sizeof *v), mix(ints, n, sizeof *ints), v[1].kind,
           v[2].id);
    printf("%d %d %c %ld\n", add(c, n), add(c + 1, n), l[1].kind, l[2].id);
    printf("%d %d %c %d\n", count(&one[2].number, 1), count(shorts, n), one[1].kind,
           one[1].place[1]);
    return 0;
}

// CHANGES dtrans-base-test: struct.column base-test 16; struct.single base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.column base-test 16; struct.single base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.column shuffle 104; struct.single shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.column shuffle 88; struct.single shuffle 80
// CHANGES dtrans-shuffle<seed=3>: struct.column shuffle 88; struct.single shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: struct.single aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.column aos-to-soa; struct.single aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.column aos-to-soa; struct.single aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.single aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.column shuffle+aos-to-soa; struct.single shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.column aos-to-soa+shuffle; struct.single aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.column aos-to-soa; struct.single aos-to-soa
// CHANGES dtrans-split<force>: struct.column split; struct.single split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.column shuffle+shuffle 101; struct.single shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.column split; struct.single split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.column shuffle 96; struct.single shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.column shuffle 88; struct.single shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: add(); count(); highest(); main(); mean(); mix()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add(); count(); highest(); main(); mean(); mix()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
