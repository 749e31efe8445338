// RUN: lathe opt --verbose '--passes=hir-canonicalize,hir-tile<size=8>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py '--passes=hir-canonicalize,hir-tile<size=8>' '--passes=hir-canonicalize,hir-tile<size=3>' '--passes=hir-canonicalize,hir-tile<size=4>,hir-canonicalize,hir-unroll-jam<factor=2>' %s
// Nests that run in blocks, and those that do not.
#include <stdio.h>
static double a[40][60], b[60][40];
static int t[30][30], u[30][30];

// Blocks of 8 by 8; the last ones of 60 have 4.
// CHECK-LABEL: FUNCTION transpose
// CHECK: + DO i1 = 0, 4, 1
// CHECK-NEXT: |   + DO i2 = 0, 7, 1
// CHECK-NEXT: |   |   + DO i3 = 0, 7, 1
// CHECK-NEXT: |   |   |   %[[M:[0-9]+]] = (-8 * i2 + 59  <  7) ? -8 * i2 + 59 : 7;
// CHECK-NEXT: |   |   |   + DO i4 = 0, %[[M]], 1
// CHECK: (@a)[0][8 * i1 + i3][8 * i2 + i4] =
// WHY: tile.c:[[@LINE+2]]:{{.*}} tiling of a loop in 'transpose' done
__attribute__((noinline)) void transpose(void) {
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            a[i][j] = b[j][i];
}

// A number of iterations that is only known at run time.
// CHECK-LABEL: FUNCTION product
// CHECK: + DO i1 = 0, (zext(%n) + -1) /u 8, 1
// WHY: tiling of a loop in 'product' done
__attribute__((noinline)) void product(int n) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                t[i][j] += u[i][k] * u[k][j];
}

// The value comes from where blocks have not been yet: (<, >).
// CHECK-LABEL: FUNCTION crossed
// CHECK: (@t)[0][i1 + 1][i2] =
// WHY: tiling of a loop in 'crossed' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) void crossed(void) {
    for (int i = 1; i < 29; i++)
        for (int j = 0; j < 29; j++)
            t[i][j] = t[i - 1][j + 1] + 1;
}

// (<, <) and (<, =) are from blocks before.
// CHECK-LABEL: FUNCTION forwards
// CHECK: (@t)[0][8 * i1 + i3 + 1][8 * i2 + i4 + 1] =
// WHY: tiling of a loop in 'forwards' done
__attribute__((noinline)) void forwards(void) {
    for (int i = 1; i < 29; i++)
        for (int j = 1; j < 29; j++)
            t[i][j] = t[i - 1][j - 1] + t[i - 1][j];
}

// CHECK-LABEL: FUNCTION triangle
// WHY: tiling of a loop in 'triangle' declined: the trip count of a loop depends on another one [bound-varies]
__attribute__((noinline)) void triangle(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j <= i; j++)
            u[i][j] += i - j;
}

// WHY: tiling of a loop in 'imperfect' declined: its body is not a single loop [not-perfect]
__attribute__((noinline)) void imperfect(void) {
    for (int i = 0; i < 30; i++) {
        t[i][0] = i;
        for (int j = 0; j < 30; j++)
            u[i][j] += 3;
    }
}

// WHY: tiling of a loop in 'small' declined: all iterations fit into one tile [too-short]
__attribute__((noinline)) void small(void) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 7; j++)
            u[i][j] += t[j][i];
}

// Only the second is longer than a block.
// CHECK-LABEL: FUNCTION flat
// CHECK: + DO i1 = 0, 3, 1
// CHECK-NEXT: |   + DO i2 = 0, 4, 1
// WHY: tiling of a loop in 'flat' done
__attribute__((noinline)) void flat(void) {
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 27; j++)
            u[i][j] += t[j][i];
}

int main(void) {
    double sum = 0;
    unsigned bits = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            b[j][i] = i * j % 7 - i;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            u[i][j] = i * j % 5 - 2;
    transpose();
    for (int n = 0; n < 30; n += 5)
        product(n);
    crossed();
    forwards();
    triangle();
    imperfect();
    small();
    flat();
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            sum = sum * 0.5 + a[i][j];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            bits = bits * 31 + (unsigned)t[i][j] * 7 + (unsigned)u[i][j];
    printf("%.17g %u\n", sum, bits);
    return 0;
}
