// RUN: %compare %s --passes='dtrans-split<force;type=body;groups=x+kind,next+flag+y>' --passes='dtrans-split<force;type=cell;groups=tag+value,name+at>' --passes='dtrans-split<force;type=cell;groups=at+tag+more,value>,dtrans-split<force;type=body;groups=y+next+x+data+inner>' --passes='dtrans-split<force>,dtrans-split<force>' --passes='dtrans-split<force>,dtrans-aos-to-soa<force>'
// RUN: lathe opt --passes='dtrans-split<force>' %s -o %t.ll --stats 2>&1 | FileCheck %s
// CHECK: 3 types changed by dtrans-split
/* Arrays whose elements are split in many ways: fields of every alignment, members that are arrays
 * and structs, initializers with addresses, growth, copies of one and of many, temporaries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct inner {
    short a;
    long b;
};
struct body {
    char kind;
    double x, y;
    struct body *next;
    char flag;
    short data[5];
    struct inner inner;
    float mass;
};
struct cell {
    char tag;
    long value;
    const char *name;
    struct cell *at;
    int more[3];
    struct inner in;
};
struct local {
    char c;
    int i;
    double d;
};

static struct body *bodies;
static long used, room;

static struct cell cells[6] = {
    {'a', 10, "first", &cells[3], {1, 2, 3}, {4, 5}},
    {'b', 0, "second", NULL, {0, 7, 0}, {0, 0}},
    {.value = 3, .at = cells + 5},
    {'d', -4, "fourth", cells, {9}, {-1, -2}},
};
static long *one_value = &cells[1].value;
static int *one_more = &cells[3].more[1];

static int add(char kind, double x) {
    if (used == room) {
        long more = room ? room * 2 : 3;
        bodies = realloc(bodies, (size_t)more * sizeof *bodies);
        if (!bodies)
            exit(1);
        room = more;
    }
    struct body *b = &bodies[used++];
    memset(b, 0, sizeof *b);
    b->kind = kind;
    b->x = x;
    b->y = -x;
    b->flag = (char)(used % 2);
    for (int i = 0; i < 5; i++)
        b->data[i] = (short)(used * i);
    b->inner.a = (short)used;
    b->inner.b = used * 1000;
    b->mass = (float)x / 3;
    return (int)used;
}

static void link_all(void) {
    for (long i = 0; i + 1 < used; i++)
        bodies[i].next = &bodies[(i * 5 + 3) % used];
}

static double follow(const struct body *b) {
    double sum = 0;
    for (int n = 0; b && n < 40; b = b->next, n++)
        sum = sum * 0.5 + b->x + b->data[n % 5] + b->inner.a + (double)b->inner.b * b->flag;
    return sum;
}

static void turn_around(struct body *first, struct body *last) {
    for (; first < last; first++, last--) {
        struct body t = *first;
        *first = *last;
        *last = t;
    }
}

static void copy_some(long to, long from, long n) {
    memcpy(&bodies[to], &bodies[from], (size_t)n * sizeof *bodies);
}

static void show(const struct body *b) {
    printf("%c %.2f %.2f %d %d %ld %.3f %ld\n", b->kind, b->x, b->y, b->flag, b->data[4],
           b->inner.b, (double)b->mass, b->next ? (long)(b->next - bodies) : -1);
}

static void show_cells(void) {
    for (int i = 0; i < 6; i++) {
        struct cell *c = &cells[i];
        printf("%d %ld %s %ld %d %d %d\n", c->tag, c->value, c->name ? c->name : "-",
               c->at ? (long)(c->at - cells) : -1, c->more[1], c->in.a, (int)c->in.b);
    }
}

static double locals(int n) {
    struct local all[12];
    for (int i = 0; i < 12; i++) {
        all[i].c = (char)(i * n);
        all[i].i = i + n;
        all[i].d = i * 0.25;
    }
    memmove(&all[2], &all[0], 5 * sizeof *all);
    double sum = 0;
    for (struct local *p = all; p != all + 12; p++)
        sum += p->c + p->i * p->d;
    return sum;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        add((char)('a' + i), i * 1.25);
    link_all();
    printf("%.6f\n", follow(bodies));
    turn_around(bodies + 2, bodies + 17);
    copy_some(0, used - 11, 2);
    memset(&bodies[18], 0, sizeof *bodies);
    for (long i = 0; i < used; i += 3)
        show(&bodies[i]);
    free(bodies);
    *one_value += 77;
    *one_more = 5;
    cells[4] = cells[3];
    cells[5] = (struct cell){'z', 26, "last", &cells[1], {3, 2, 1}, {0, 8}};
    show_cells();
    printf("%.3f %.3f\n", locals(3), locals(4));
    return 0;
}

// CHANGES dtrans-split<force;type=body;groups=x+kind,next+flag+y>: struct.body split
// CHANGES dtrans-split<force;type=cell;groups=tag+value,name+at>: struct.cell split -
// CHANGES dtrans-split<force;type=cell;groups=at+tag+more,value>,dtrans-split<force;type=body;groups=y+next+x+data+inner>: struct.body split; struct.cell split -
// CHANGES dtrans-split<force>,dtrans-split<force>: struct.body split; struct.cell split -; struct.local split
// CHANGES dtrans-split<force>,dtrans-aos-to-soa<force>: struct.body split; struct.cell split -; struct.local split
// CHANGES dtrans-base-test: struct.body base-test 72; struct.cell base-test 64; struct.inner base-test 16; struct.local base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.body base-test 72; struct.cell base-test 64; struct.inner base-test 16; struct.local base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.body shuffle 272; struct.cell shuffle 224; struct.inner shuffle 80; struct.local shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.body shuffle 248; struct.cell shuffle 232; struct.inner shuffle 80; struct.local shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.body shuffle 256; struct.cell shuffle 208; struct.inner shuffle 88; struct.local shuffle 104
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.body reorder-fields 56; struct.cell reorder-fields 56
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.body reorder-fields 56; struct.cell reorder-fields 56
// CHANGES dtrans-aos-to-soa: struct.body aos-to-soa
// CHANGES dtrans-aos-to-soa<force>: struct.body aos-to-soa; struct.cell aos-to-soa -; struct.local aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.body aos-to-soa; struct.cell aos-to-soa -; struct.local aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.body shuffle+aos-to-soa; struct.cell shuffle+aos-to-soa -; struct.inner shuffle 80; struct.local shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.body aos-to-soa+shuffle; struct.cell aos-to-soa -; struct.local aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.body reorder-fields+aos-to-soa; struct.cell reorder-fields+aos-to-soa -; struct.local aos-to-soa
// CHANGES dtrans-split<force>: struct.body split; struct.cell split -; struct.local split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.body shuffle+split+shuffle; struct.cell shuffle+split+shuffle -; struct.inner shuffle 80; struct.local shuffle+shuffle 79
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.body reorder-fields+split; struct.cell reorder-fields+split -; struct.local split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.body shuffle 272; struct.cell shuffle 240; struct.inner shuffle 80; struct.local shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.body reorder-fields 56; struct.cell reorder-fields 56
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.body shuffle 256; struct.cell shuffle 216; struct.inner shuffle 80; struct.local shuffle 77
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.body reorder-fields 56; struct.cell reorder-fields 56
// CHANGES hir-canonicalize,hir-identity: add(); follow(); link_all(); locals(); main(); show_cells(); turn_around()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add(); follow(); link_all(); locals(); main(); show_cells(); turn_around()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: locals() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: locals() distribution
// CHANGES hir-optimize: nothing
