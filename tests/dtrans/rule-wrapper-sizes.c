// A transform changes the size that is given to an allocation wrapper. What the wrapper counts,
// prints or decides by it would change as well; then the type gets a copy of the wrapper, in which
// only the block is of the new size. That takes a wrapper that allocates with the parameter itself.
//
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s --check-prefixes=CHECK,SSA
// RUN: clang -O0 -g -emit-llvm -S %s -o %t0.ll
// RUN: lathe opt --passes=dtrans-analysis %t0.ll | FileCheck %s --check-prefixes=CHECK,O0
// RUN: lathe opt --passes='dtrans-shuffle<seed=1>' %s -o - | FileCheck %s --check-prefix=CLONE
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>'

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMBERS \
    int a; \
    long b; \
    char c

struct checked {
    MEMBERS;
};
struct cleared {
    MEMBERS;
};
struct outer {
    MEMBERS;
};
struct limited {
    MEMBERS;
};
struct counted {
    MEMBERS;
};
struct through {
    MEMBERS;
};
struct shown {
    MEMBERS;
};
struct classed {
    MEMBERS;
};
struct twice {
    MEMBERS;
};

static void *spare;

// CHECK-LABEL: type struct.twice size {{.*}} legal nothing
// CHECK: BadMemFuncSize {{.*}} @main: in line [[#@LINE+2]], the size given to 'twice' is used for more than the allocation
static void *twice(size_t size) {
    spare = malloc(size);
    return malloc(size);
}

static int small;

// SSA-LABEL: type struct.classed size {{.*}} legal reorder-fields delete-fields split
// O0-LABEL: type struct.classed size {{.*}} legal nothing
// O0: BadMemFuncSize {{.*}} @main: in line [[#@LINE+2]], the size given to 'classify' is
static void *classify(size_t size) {
    if (size < 64)
        small++;
    return malloc(size);
}

// SSA-LABEL: type struct.shown size {{.*}} legal reorder-fields delete-fields split
// O0-LABEL: type struct.shown size {{.*}} legal nothing
// O0: BadMemFuncSize {{.*}} @main: in line [[#@LINE+3]], the size given to 'show' is
static void *show(size_t size) {
    void *p = malloc(size);
    printf("%zu\n", size);
    return p;
}

static size_t total;

// CHECK-LABEL: type struct.through size {{.*}} legal nothing
// CHECK: BadMemFuncSize {{.*}} @main: in line [[#@LINE+5]], the size given to 'through' is
// SSA-LABEL: type struct.counted size {{.*}} legal reorder-fields delete-fields split
// O0-LABEL: type struct.counted size {{.*}} legal nothing
// O0: BadMemFuncSize {{.*}} @main: in line [[#@LINE+2]], the size given to 'count' is
static void *count(size_t size) {
    total += size;
    return malloc(size);
}

static void *through(size_t size) {
    return count(size);
}

// More than all memory is too much whatever the size of an object is.
// SSA-LABEL: type struct.limited size {{.*}} legal reorder-fields delete-fields split
static void *limited(size_t n, size_t size) {
    if (n && size > SIZE_MAX / n)
        return NULL;
    return calloc(n, size);
}

_Noreturn static void die(size_t size) {
    fprintf(stderr, "cannot allocate %zu bytes\n", size);
    exit(1);
}

// The message of a program that ends may show the size.
static void *checked(size_t size) {
    if (size == 0)
        return NULL;
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "no memory for %zu bytes\n", size);
        abort();
    }
    return p;
}

// CHECK-LABEL: type struct.outer size {{.*}} legal reorder-fields delete-fields split
static void *outer(size_t n, size_t size) {
    return n ? checked(size) : NULL;
}

// CHECK-LABEL: type struct.cleared size {{.*}} legal reorder-fields delete-fields split
static void *cleared(size_t size) {
    if (size > 1 << 20)
        die(size);
    void *p = malloc(size);
    if (p)
        memset(p, 0, size);
    return p;
}

// CHECK-LABEL: type struct.checked size {{.*}} legal reorder-fields delete-fields split
int main(int argc, char **argv) {
    struct checked *a = checked(sizeof *a);
    struct cleared *b = cleared(argc * sizeof *b);
    struct outer *c = outer(argc, sizeof *c);
    struct limited *d = limited(argc, sizeof *d);
    struct counted *e = count(sizeof *e);
    struct through *f = through(sizeof *f);
    struct shown *g = show(sizeof *g);
    struct classed *h = classify(sizeof *h);
    struct twice *i = twice(sizeof *i);
    a->b = b->b = c->b = d->b = e->b = f->b = g->b = h->b = i->b = argc;
    return total + small + a->c + b->c + c->c + d->c + e->c + f->c + g->c + h->c + i->c;
}

// CLONE: define internal ptr @count.resized(i64 noundef %size)
// CLONE: load i64, ptr @total
// CLONE-NEXT: add i64 %{{.*}}, %size
// CLONE: [[NEW:%.*]] = mul i64
// CLONE-NEXT: @malloc(i64 noundef [[NEW]])
