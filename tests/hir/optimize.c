// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-optimize<as-is>' %s
// Nests that the cost model changes, and those that it leaves alone.
#include <stdio.h>
enum { N = 300 };
static double a[N][N], b[N][N], c[N][N], v[N], w[N];
static int t[N][N];

// The sum leaves the nest of its own, columns become innermost, a block of rows of b stays in cache,
// and what four rows of c share in registers.
// CHECK-LABEL: FUNCTION product
// CHECK: (@c)[0][i1][i2] = 0.000000e+00;
// CHECK: + DO i1 = 0, 2, 1
// CHECK-NEXT: |   + DO i2 = 0, 74, 1
// CHECK-NEXT: |   |   + DO i3 = 0, 49, 1
// CHECK: |   |   |   + DO i4 = 0, 299, 1
// CHECK: (@b)[0][100 * i1 + 2 * i3][i4];
// CHECK: @llvm.fmuladd.f64(
// CHECK: @llvm.fmuladd.f64(
// CHECK: (@c)[0][4 * i2{{.*}}][i4] =
// WHY: optimize.c:[[@LINE+7]]:{{.*}} distribution of a loop in 'product' done
// WHY: interchange of a loop in 'product' done
// WHY: distribution of a loop in 'product' done
// WHY: tiling of a loop in 'product' done
// WHY: unroll-and-jam of a loop in 'product' done
__attribute__((noinline)) void product(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = 0;
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

// CHECK-LABEL: FUNCTION columns
// CHECK: + DO i1 = 0, 298, 1
// CHECK-NEXT: |   + DO i2 = 0, 299, 1
// CHECK: (@a)[0][i1 + 1][i2] =
// WHY: interchange of a loop in 'columns' done
__attribute__((noinline)) void columns(void) {
    for (int j = 0; j < N; j++)
        for (int i = 1; i < N; i++)
            a[i][j] += a[i - 1][j];
}

// Each sum waits for itself, so several rows are summed up at once. Their order stays.
// CHECK-LABEL: FUNCTION rows
// CHECK: (@v)[0][6 * i1] =
// CHECK: (@v)[0][6 * i1 + 5] =
// WHY: unroll-and-jam of a loop in 'rows' done
__attribute__((noinline)) void rows(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i] += b[i][j] * w[j];
}

// It would be good to have i innermost, but (<, >) forbids it.
// CHECK-LABEL: FUNCTION crossed
// CHECK: + DO i1 = 0, 297, 1
// CHECK-NEXT: |   + DO i2 = 0, 297, 1
// CHECK: (@t)[0][i2 + 1][i1 + 1] =
// WHY-NOT: 'crossed' done
__attribute__((noinline)) void crossed(void) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            t[j][i] = t[j + 1][i - 1] + 1;
}

// As good as it can be.
// CHECK-LABEL: FUNCTION good
// CHECK: (@a)[0][i1][i2] =
// WHY-NOT: 'good' done
__attribute__((noinline)) void good(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 2 * b[i][j];
}

// Too small for anything to pay.
// CHECK-LABEL: FUNCTION small
// CHECK: (@a)[0][i2][i1] =
// WHY-NOT: 'small' done
__attribute__((noinline)) void small(void) {
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++)
            a[i][j] += 1;
}

int main(void) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * 0.25 + j;
            b[i][j] = i - j * 0.125;
            w[j] = j;
            t[i][j] = i ^ j;
        }
    product();
    columns();
    rows();
    crossed();
    good();
    small();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            sum += a[i][j] * 3 + c[i][j] + v[i];
            count += t[i][j] * (i + 2 * j);
        }
    printf("%a %d\n", sum, count);
    return 0;
}
