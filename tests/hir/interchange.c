// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-interchange %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-interchange --passes=hir-canonicalize,hir-reverse %s
// Loops that change places, and those that do not.
#include <stdio.h>
static double a[40][60], b[60][40];
static int t[30][30], u[30][30];

// CHECK-LABEL: FUNCTION strided
// CHECK: + DO i1 = 0, 39, 1
// CHECK-NEXT: |   + DO i2 = 0, 59, 1
// CHECK: (@a)[0][i1][i2] =
// WHY: interchange.c:[[@LINE+2]]:{{.*}} interchange of a loop in 'strided' done
__attribute__((noinline)) void strided(void) {
    for (int j = 0; j < 60; j++)
        for (int i = 0; i < 40; i++)
            a[i][j] = a[i][j] * 2 + b[j][i];
}

// The value comes from where the other order has not been yet: (<, >).
// CHECK-LABEL: FUNCTION crossed
// CHECK: (@t)[0][i1 + 1][i2] =
// WHY: interchange of a loop in 'crossed' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) void crossed(void) {
    for (int i = 1; i < 29; i++)
        for (int j = 0; j < 29; j++)
            t[i][j] = t[i - 1][j + 1] + 1;
}

// (<, <) is as good either way.
// CHECK-LABEL: FUNCTION diagonal
// CHECK: (@t)[0][i2 + 1][i1 + 1] =
// WHY: interchange of a loop in 'diagonal' done
__attribute__((noinline)) void diagonal(void) {
    for (int i = 1; i < 29; i++)
        for (int j = 1; j < 20; j++)
            t[i][j] = t[i - 1][j - 1] + 1;
}

// Rows of a triangle become its columns: i goes from j on.
// CHECK-LABEL: FUNCTION triangle
// CHECK: DO i1 = 0, 29, 1
// CHECK-NEXT: DO i2 = 0, -1 * i1 + 29, 1
// CHECK-NEXT: (@u)[0][i1 + i2][i1] = i2;
// WHY: interchange of a loop in 'triangle' done
__attribute__((noinline)) void triangle(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j <= i; j++)
            u[i][j] = i - j;
}

// The other half: both count from the same corner.
// CHECK-LABEL: FUNCTION upper_triangle
// CHECK: DO i1 = 0, zext(%n) + -1, 1
// CHECK-NEXT: DO i2 = 0, -1 * i1 + zext(%n) + -1, 1
// CHECK: (@u)[0][i2][i1 + i2] =
// WHY: interchange of a loop in 'upper_triangle' done
__attribute__((noinline)) void upper_triangle(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            u[i][j] += i * j;
}

// With loops inside whose bounds depend on both.
// CHECK-LABEL: FUNCTION pyramid
// CHECK: DO i1 = 0, 29, 1
// CHECK-NEXT: DO i2 = 0, -1 * i1 + 29, 1
// CHECK: DO i3 = 0, i1 + i2, 1
// WHY: interchange of a loop in 'pyramid' done
__attribute__((noinline)) void pyramid(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j <= i; j++)
            for (int k = 0; k <= i; k++)
                u[i][j] += t[j][k];
}

// What is read is in the row before, further to the right: (<, >).
// CHECK-LABEL: FUNCTION pascal
// CHECK: DO i2 = 0, i1
// WHY: interchange of a loop in 'pascal' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) void pascal(void) {
    for (int i = 0; i < 29; i++)
        for (int j = 0; j <= i; j++)
            u[i + 1][j] += u[i][j + 1];
}

// A triangle without its tip has two sides that are no straight line.
// CHECK-LABEL: FUNCTION trapezium
// CHECK: DO i2 = 0, i1 + 2
// WHY: interchange of a loop in 'trapezium' declined: the trip count of the inner loop depends on the outer one [bound-varies]
__attribute__((noinline)) void trapezium(void) {
    for (int i = 0; i < 28; i++)
        for (int j = 0; j <= i + 2; j++)
            u[i][j] = i - j;
}

// CHECK-LABEL: FUNCTION imperfect
// WHY: interchange of a loop in 'imperfect' declined: its body is not a single loop [not-perfect]
__attribute__((noinline)) void imperfect(void) {
    for (int i = 0; i < 30; i++) {
        t[i][0] = i;
        for (int j = 0; j < 30; j++)
            u[i][j] += 3;
    }
}

int main(void) {
    double sum = 0;
    long bits = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++) {
            a[i][j] = i * j % 7;
            b[j][i] = i - j;
        }
    strided();
    crossed();
    diagonal();
    triangle();
    for (int n = 0; n < 31; n += 6)
        upper_triangle(n);
    pascal();
    trapezium();
    pyramid();
    imperfect();
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            sum = sum * 0.5 + a[i][j];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            bits = bits * 31 + t[i][j] * 7 + u[i][j];
    printf("%.17g %ld\n", sum, bits);
    return 0;
}
