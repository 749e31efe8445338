// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-identity %s
// RUN: lathe hir --verbose %s | FileCheck %s
// Products that wrap before they are extended: no factor of them may leave the extension.
#include <stdio.h>

static unsigned in[8] = {0x40000001, 0x80000003, 5, 0xffffffff, 0x20000000, 7, 0xc0000000, 1};
static unsigned long out[8];

// CHECK-LABEL: FUNCTION by_counter
// CHECK: = zext.i32.i64(4 * (%{{[^ ]+}} * %{{[^ ]+}}))
__attribute__((noinline)) void by_counter(long n) {
    for (long j = 0; j < n; j++)
        out[j] = in[j] * 4 * (unsigned)j;
}

// CHECK-LABEL: FUNCTION by_invariant
// CHECK: = zext.i32.i64(4 * (%{{[^ ]+}} * %{{[^ ]+}}))
__attribute__((noinline)) void by_invariant(long n, unsigned k) {
    for (long j = 0; j < n; j++)
        out[j] = in[j] * 4 * k;
}

/* A near miss: the factor is extended as well. */
// CHECK-LABEL: FUNCTION extended
// CHECK: = 4 * zext.i32.i64(%{{[^ ]+}})
__attribute__((noinline)) void extended(long n) {
    for (long j = 0; j < n; j++)
        out[j] = in[j] * 4ul;
}

static void print(const char *what) {
    printf("%s", what);
    for (int i = 0; i < 8; i++)
        printf(" %lx", out[i]);
    printf("\n");
}

int main(void) {
    by_counter(8);
    print("counter");
    by_invariant(8, 0x10001);
    print("invariant");
    extended(8);
    print("extended");
}

// CHANGES hir-canonicalize,hir-identity: by_counter(); by_invariant(); extended(); print()
