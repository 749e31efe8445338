// RUN: lathe opt --passes='dtrans-analysis<type=struct.box>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.date>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.person>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.friend>' %s | FileCheck %s --check-prefix=BLOCKED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.node>' %s | FileCheck %s --check-prefix=GOOD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.ball>' %s | FileCheck %s --check-prefix=GOOD
// RUN: %compare %s
// RUN: clang -g -O1 -fno-inline -c -emit-llvm %s -o %t.bc
// RUN: lathe opt --passes='dtrans-analysis<type=struct.person>' %t.bc | FileCheck %s --check-prefix=BLOCKED
// RUN: %compare %t.bc
//
// Members side by side that are used as an array, where the same code is given real arrays, too: by
// a constant index, by small steps, and pointers. A table of chains only looks like that, and what
// has no neighbour like itself is not walked.

// BLOCKED: legal nothing
// BLOCKED: BadPtrManipulation {{.*}}: a pointer to a field that is not an array is moved
// GOOD: legal reorder-fields

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vec {
    float x, y, z;
};
struct box {
    int id;
    struct vec low, high;
    char kind;
};
struct ball {
    int id;
    struct vec center;
    char kind;
};
struct date {
    char kind;
    int year, month, day;
};
struct person {
    long id;
    char *first, *middle, *last;
    int age;
};
struct friend {
    long id;
    char *first, *last;
    int age;
};
struct node {
    char kind;
    struct node *next, *other;
    int value;
};

static float extent(const struct vec *v) {
    return v[1].x - v[0].x + v[1].z * v[0].y;
}

static int digits(const int *numbers, int count) {
    int sum = 0;
    while (count--)
        sum = sum * 10 + *numbers++;
    return sum;
}

static int length(char **names, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum = sum * 10 + (int)strlen(names[i]);
    return sum;
}

static struct node *table[4];

static struct node **find(int value) {
    struct node **place = &table[value % 4];
    while (*place && (*place)->value != value)
        place = &(*place)->next;
    return place;
}

int main(int argc, char **argv) {
    struct box *b = calloc(2, sizeof *b);
    struct ball *ball = calloc(2, sizeof *ball);
    struct date *d = calloc(2, sizeof *d);
    struct person *p = (struct person *)calloc((size_t)argc + 2, sizeof *p) + argc;
    struct friend *f = calloc(2, sizeof *f);
    struct vec *vecs = calloc((size_t)argc + 2, sizeof *vecs);
    int *numbers = malloc(sizeof(int) * (size_t)(argc + 2));
    char **names = malloc(sizeof(char *) * (size_t)(argc + 2));
    for (int i = 0; i < argc + 2; i++) {
        numbers[i] = i;
        names[i] = i % 2 ? "ab" : "abcd";
        vecs[i].x = vecs[i].y = (float)i;
    }
    b->id = ball->id = 1;
    b->low.x = 2;
    b->low.y = ball->center.y = 3;
    b->high.x = 7;
    b->high.z = b->kind = ball->kind = 9;
    vecs[1] = ball->center;
    d->kind = 4;
    d->year = 5;
    d->month = 6;
    d->day = 7;
    p->id = f->id = argc;
    p->first = f->first = "a";
    p->middle = "bbb";
    p->last = f->last = "cc";
    p->age = f->age = 8;
    for (int i = 0; i < 9; i++) {
        struct node **place = find(i * 3);
        *place = calloc(1, sizeof **place);
        (*place)->value = i * 3;
        (*place)->other = table[0];
        (*place)->kind = (char)i;
    }
    printf("%g %g %d %d\n", extent(&b->low), extent(vecs), b->id, b->kind);
    printf("%g %d %d\n", ball->center.y, ball->id, ball->kind);
    printf("%d %d %d\n", digits(&d->year, 3), digits(numbers, 3), d->kind);
    printf("%d %d %ld %d\n", length(&p->first, 3), length(names, 3), p->id, p->age);
    char **both = &f->first;
    for (int i = argc - 1; i < 2; i++)
        printf("%s ", both[i]);
    printf("%ld %d %d %d\n", f->id, f->age, (*find(15))->kind, (*find(15))->other->value);
    return 0;
}

// CHANGES dtrans-base-test: struct.ball base-test 20; struct.node base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.ball base-test 20; struct.node base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.ball shuffle 116; struct.node shuffle 96
// CHANGES dtrans-shuffle<seed=2>: struct.ball shuffle 84; struct.node shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.ball shuffle 88; struct.node shuffle 96
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.ball aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.ball aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.ball shuffle+aos-to-soa; struct.node shuffle 120
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.ball aos-to-soa+shuffle; struct.node reorder-fields+shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.ball aos-to-soa; struct.node reorder-fields 24
// CHANGES dtrans-split<force>: struct.ball split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.ball shuffle+split+shuffle; struct.node shuffle+shuffle 168
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.ball split; struct.node reorder-fields 24
// CHANGES dtrans-pool<force>: struct.node pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.ball shuffle 84; struct.node shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.node reorder-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.node pool 16
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.ball shuffle 84; struct.node shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.node reorder-fields+pool 16
// CHANGES hir-canonicalize,hir-identity: digits(); find(); length(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: digits(); find(); length(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
