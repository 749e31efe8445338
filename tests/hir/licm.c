// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-licm %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-licm --passes=hir-canonicalize,hir-licm,hir-canonicalize,hir-licm %s
// Memory that stays where it is while a loop runs, in temps, and memory that has to stay memory.
#include <stdio.h>
#include <stdlib.h>
static double a[40][60], x[60];
static int t[30][30];

// LLVM does not know that the diagonal is not among what is written.
// CHECK-LABEL: FUNCTION diagonal
// CHECK: = (@a)[0][i1][i1];
// CHECK-NEXT: | + DO i2
// CHECK-NOT: (@a)[0][i1][i1]
// CHECK: + END LOOP
// WHY: licm.c:[[@LINE+3]]:{{.*}} memory motion out of a loop in 'diagonal' done
__attribute__((noinline)) void diagonal(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < 40; j++)
            a[j][i] = a[j][i] * 0.5 + a[i][i] * a[j][j];
}

// A sum in memory is read before the loop, and written behind it.
// CHECK-LABEL: FUNCTION sum
// CHECK: %[[K:[^ ]*]] = (@a)[0][39][i1];
// CHECK: + DO i2 = 0, 37, 1
// CHECK-NOT: (@a)[0][39][i1]
// CHECK: + END LOOP
// CHECK-NEXT: | (@a)[0][39][i1] =
// WHY: memory motion out of a loop in 'sum' done
__attribute__((noinline)) void sum(void) {
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 38; j++) {
            a[j][i] += a[j + 1][i] * 2;
            a[39][i] += a[j][i];
        }
}

// One row further the last iteration is at the sum.
// CHECK-LABEL: FUNCTION meets
// CHECK: + DO i2 = 0, 38, 1
// CHECK: (@a)[0][39][i1] =
// CHECK: + END LOOP
// WHY: memory motion out of a loop in 'meets' declined: another access may alias the invariant location [dependence]
__attribute__((noinline)) void meets(void) {
    for (int i = 0; i < 60; i++)
        for (int j = 0; j < 39; j++) {
            a[j + 1][i] += a[j][i] * 0.25;
            a[39][i] += a[j][i];
        }
}

// What only some iterations write may belong to somebody else until then.
// CHECK-LABEL: FUNCTION sometimes
// WHY: memory motion out of a loop in 'sometimes' declined: not every iteration accesses the invariant location [conditional]
__attribute__((noinline)) void sometimes(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            if (t[i][j] & 1)
                x[i] += j;
}

// What each iteration writes first needs not be read.
// CHECK-LABEL: FUNCTION written
// CHECK-NOT: = (@a)[0][38][i1]
// CHECK: | + DO i2
// CHECK-NOT: (@a)[0][38][i1]
// CHECK: | + END LOOP
// CHECK-NEXT: | (@a)[0][38][i1] =
// WHY: memory motion out of a loop in 'written' done
__attribute__((noinline)) void written(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 37; j++) {
            a[j][i] = a[j + 1][i] * 0.5;
            a[38][i] = a[j][i] + 1;
        }
}

// WHY: memory motion out of a loop in 'aliases' declined: another access may alias the invariant location [dependence]
__attribute__((noinline)) void aliases(int *p, const int *q, int n) {
    for (int i = 0; i < n; i++) {
        p[0] += q[i];
        if (q[i + 1] & 2)
            p[0] -= 7;
    }
}

// The program may end before %p is read.
// WHY: memory motion out of a loop in 'ends' declined: it has side effects whose order matters [effect]
__attribute__((noinline)) static void check(int value) {
    if (value == 1000)
        exit(3);
}
__attribute__((noinline)) void ends(const int *p, int n) {
    for (int i = 0; i < n; i++) {
        check(t[i][0]);
        t[i][1] += p[0];
    }
}

// WHY: memory motion out of a loop in 'left' declined: a goto may leave it [exits]
__attribute__((noinline)) void left(const int *p, int n) {
    for (int i = 0; i < n; i++) {
        if (t[i][0] == 5)
            break;
        t[i][1] += p[0];
    }
}

// WHY: memory motion out of a loop in 'watched' declined: it has side effects whose order matters [effect]
static volatile int device;
__attribute__((noinline)) void watched(int n) {
    for (int i = 0; i < n; i++)
        device += i;
}

int main(void) {
    double total = 0;
    long bits = 0;
    int p[2] = {0, 0}, q[30];
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            a[i][j] = i * j % 7;
    for (int i = 0; i < 30; i++) {
        q[i] = i * i % 11;
        for (int j = 0; j < 30; j++)
            t[i][j] = i * j % 11 - j;
    }
    diagonal(0);
    diagonal(30);
    sum();
    meets();
    sometimes();
    written(0);
    written(50);
    aliases(p, q, 29);
    aliases(q + 3, q, 29);
    ends(NULL, 0);
    ends(p, 30);
    left(p, 30);
    watched(5);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            total = total * 0.5 + a[i][j] + x[j];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            bits = (bits * 31 + t[i][j] * 7 + q[j]) % 1000000007;
    printf("%.17g %ld %d %d %d\n", total, bits, p[0], p[1], device);
    return 0;
}
