// Pointers that cannot be told to lead to one type only stay as they are, and the reason is given;
// the struct itself still changes. Each refusal has a near miss beside it.
// RUN: lathe opt --passes='dtrans-test-hooks<pointers>' %s -o %t.ll | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll
// RUN: %python %tests/dtrans/Inputs/same-output.py %s 'dtrans-base-test<ptr-as-int>'

// CHECK-DAG: struct.inner: pointers stay: such a pointer may also lead to another type, or to a field
// CHECK-DAG: struct.outer: pointers become integers
// CHECK-DAG: struct.apple: pointers stay: a field holds such pointers in some objects and others in others
// CHECK-DAG: struct.pear: pointers stay: a field holds such pointers in some objects and others in others
// CHECK-DAG: struct.plum: pointers become integers
// CHECK-DAG: struct.kept: pointers stay: a struct that must keep its layout holds such a pointer

// IR-DAG: %__DTH_struct.inner = type { i32, i32 }
// IR-DAG: %__DTH_struct.basket = type { ptr, i32 }
// IR-DAG: %__DTH_struct.crate = type { i64, i32 }
// IR-DAG: %struct.record = type { ptr, i32 }
#include <stdio.h>
#include <stdlib.h>

struct inner {
    int a, b;
};
struct outer {
    long before;
    struct inner in;
};
struct apple {
    int weight;
};
struct pear {
    int weight, length;
};
struct plum {
    int weight, stone;
};
struct basket {
    void *fruit;
    int count;
};
struct crate {
    void *fruit;
    int count;
};
struct kept {
    int value;
};
struct record {
    struct kept *kept;
    volatile int count;
};

static int sum(const struct inner *in) {
    return in->a * 10 + in->b;
}

static int weigh_apples(struct basket *b) {
    struct apple *a = b->fruit;
    return a->weight * b->count;
}

static int weigh_pears(struct basket *b) {
    struct pear *p = b->fruit;
    return p->weight * b->count + p->length;
}

static int weigh_plums(struct crate *c) {
    struct plum *p = c->fruit;
    return p->weight * c->count + p->stone;
}

int main(int argc, char **argv) {
    (void)argv;
    struct outer *o = malloc(sizeof *o);
    struct basket *x = malloc(sizeof *x), *y = malloc(sizeof *y);
    struct crate *z = malloc(sizeof *z);
    struct apple *apple = malloc(sizeof *apple);
    struct pear *pear = malloc(sizeof *pear);
    struct plum *plum = malloc(sizeof *plum);
    struct kept *kept = malloc(sizeof *kept);
    struct record *r = malloc(sizeof *r);
    o->before = 1;
    o->in.a = argc;
    o->in.b = 2;
    apple->weight = 3;
    pear->weight = 4;
    pear->length = 5;
    plum->weight = 6;
    plum->stone = 7;
    x->fruit = apple;
    y->fruit = pear;
    z->fruit = plum;
    x->count = y->count = z->count = 8;
    kept->value = 9;
    r->kept = kept;
    r->count = 10;
    printf("%d %d %d %d %d\n", sum(&o->in), weigh_apples(x), weigh_pears(y), weigh_plums(z),
           r->kept->value + r->count);
    return 0;
}
