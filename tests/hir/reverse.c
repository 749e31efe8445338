// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-reverse %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-reverse --passes=hir-canonicalize,hir-reverse,hir-reverse %s
// Loops that run the other way round, and those that do not.
#include <stdio.h>
static int a[50], b[50];

// CHECK-LABEL: FUNCTION free_order
// CHECK: + DO i1 = 0, 49, 1
// CHECK: (@a)[0][-1 * i1 + 49] =
// WHY: reverse.c:[[@LINE+2]]:{{.*}} reversal of a loop in 'free_order' done
__attribute__((noinline)) void free_order(void) {
    for (int i = 0; i < 50; i++)
        a[i] = b[i] * 3 + i;
}

// A bound that is only known at run time, and a number of the iteration that is narrower.
// CHECK-LABEL: FUNCTION counted
// CHECK: (@a)[0][-1 * i1 + zext(%n) + -1] =
// WHY: reversal of a loop in 'counted' done
__attribute__((noinline)) void counted(int n) {
    for (int i = 0; i < n; i++)
        a[i] = b[i] ^ i;
}

// CHECK-LABEL: FUNCTION prefix
// CHECK: (@b)[0][i1 + 1] =
// WHY: reversal of a loop in 'prefix' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) void prefix(void) {
    for (int i = 1; i < 50; i++)
        b[i] += b[i - 1];
}

// Which one is last is seen behind the loop.
// CHECK-LABEL: FUNCTION last_value
// WHY: reversal of a loop in 'last_value' declined
__attribute__((noinline)) int last_value(int n) {
    int last = 0;
    for (int i = 0; i < n; i++) {
        last = b[i] * 5;
        a[i] = last;
    }
    return last;
}

// CHECK-LABEL: FUNCTION until
// WHY: reversal of a loop in 'until' declined: a goto may leave it [exits]
__attribute__((noinline)) int until(int key) {
    for (int i = 0; i < 50; i++)
        if (a[i] == key)
            return i;
    return -1;
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < 50; i++)
        b[i] = i * i % 11;
    free_order();
    for (int i = 0; i < 50; i++)
        sum = sum * 31 + a[i];
    counted(37);
    prefix();
    printf("%d %d\n", last_value(20), until(a[45]));
    for (int i = 0; i < 50; i++)
        sum = sum * 31 + a[i] - b[i];
    printf("%ld\n", sum);
    return 0;
}
