// A size computed in 32 bits and widened is a multiple of the struct's size only if it cannot have
// wrapped: signed arithmetic may not, unsigned arithmetic may. A power of two stays a multiple.
//
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s

#include <stdlib.h>

struct wide {
    int a;
    long b, c;
};
struct in_signed {
    int a;
    long b, c;
};
struct in_unsigned {
    int a;
    long b, c;
};
struct power {
    int a;
    long b;
};
struct sum {
    int a;
    long b, c;
};

// CHECK-LABEL: type struct.sum size 24 {{.*}} legal nothing
// CHECK: BadMemFuncSize {{.*}}:[[#@LINE+3]]:{{[0-9]+}} @make_sum: malloc allocates a size that is
static struct sum *make_sum(unsigned n, size_t more) {
    unsigned bytes = n * 24u + (unsigned)more * 24u;
    return malloc(bytes);
}

// CHECK-LABEL: type struct.power size 16 {{.*}} legal reorder-fields
static struct power *make_power(unsigned n) {
    return malloc(n * 16u);
}

// CHECK-LABEL: type struct.in_unsigned size 24 {{.*}} legal nothing
// CHECK: BadMemFuncSize {{.*}}:[[#@LINE+2]]:{{[0-9]+}} @make_unsigned: malloc allocates a size
static struct in_unsigned *make_unsigned(unsigned n) {
    return malloc(n * 24u);
}

// CHECK-LABEL: type struct.in_signed size 24 {{.*}} legal reorder-fields
static struct in_signed *make_signed(int n) {
    return malloc((n + 1) * 24);
}

// CHECK-LABEL: type struct.wide size 24 {{.*}} legal reorder-fields
int main(int argc, char **argv) {
    struct wide *a = malloc(argc * sizeof *a);
    struct in_signed *b = make_signed(argc);
    struct in_unsigned *c = make_unsigned(argc);
    struct power *d = make_power(argc);
    struct sum *e = make_sum(argc, argc);
    a->b = b->b = c->b = d->b = e->b = argc;
    return a->a + b->a + c->a + d->a + e->a;
}
