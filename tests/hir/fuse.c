// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-fuse %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-fuse --passes=hir-canonicalize,hir-fuse,hir-canonicalize,hir-interchange %s
// Loops that become one, and those that do not.
#include <stdio.h>
static int a[20][50], b[20][50], c[20][50];

// CHECK-LABEL: FUNCTION independent
// CHECK: + DO i1 = 0, 19, 1
// CHECK: | + DO i2 = 0, 49, 1
// CHECK: (@b)[0][i1][i2] =
// CHECK: (@c)[0][i1][i2] =
// CHECK-NEXT: | + END LOOP
// CHECK-NEXT: + END LOOP
// WHY: fuse.c:[[@LINE+3]]:{{.*}} fusion of a loop in 'independent' done
__attribute__((noinline)) void independent(void) {
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 50; j++)
            b[i][j] = a[i][j] + 1;
        for (int j = 0; j < 50; j++)
            c[i][j] = b[i][j] * a[i][j];
    }
}

// The second reads what the first has not written yet.
// CHECK-LABEL: FUNCTION ahead
// CHECK: + END LOOP
// CHECK: + DO i2 = 0, 48, 1
// WHY: fusion of a loop in 'ahead' declined: the second loop would violate a dependence on the first [dependence]
__attribute__((noinline)) void ahead(void) {
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 49; j++)
            b[i][j] = a[i][j] + 1;
        for (int j = 0; j < 49; j++)
            c[i][j] = b[i][j + 1];
    }
}

// CHECK-LABEL: FUNCTION counts
// WHY: fusion of a loop in 'counts' declined: their trip counts differ [counts-differ]
__attribute__((noinline)) void counts(void) {
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 49; j++)
            b[i][j] = a[i][j] + 2;
        for (int j = 0; j < 48; j++)
            c[i][j] = a[i][j] + 3;
    }
}

// A sum that the first makes and the second needs.
// CHECK-LABEL: FUNCTION total
// WHY: fusion of a loop in 'total' declined: a temp carries a value from one loop to the other [dependence]
__attribute__((noinline)) void total(void) {
    for (int i = 0; i < 20; i++) {
        int sum = 0;
        for (int j = 0; j < 50; j++)
            sum += a[i][j];
        for (int j = 0; j < 50; j++)
            c[i][j] = a[i][j] * 100 + sum;
    }
}

static long hash(void) {
    long sum = 0;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 50; j++)
            sum = sum * 31 + b[i][j] - 7 * c[i][j];
    return sum;
}

int main(void) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 50; j++)
            a[i][j] = i * j % 13 - i;
    independent();
    printf("%ld\n", hash());
    ahead();
    printf("%ld\n", hash());
    counts();
    printf("%ld\n", hash());
    total();
    printf("%ld\n", hash());
    return 0;
}
