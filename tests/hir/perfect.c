// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-perfect %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe opt "--passes=hir-interchange<level=2>" %t.bc -o %t.2.bc
// RUN: lathe hir --as-is %t.2.bc | FileCheck %s
// RUN: lathe opt "--passes=hir-interchange<level=1>" %t.bc -o %t.1.bc
// RUN: lathe hir --as-is %t.1.bc | FileCheck --check-prefix=ONE %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-perfect "--passes=hir-canonicalize,hir-perfect,hir-interchange<level=2>" "--passes=hir-canonicalize,hir-perfect,hir-interchange<level=1>" --passes=hir-canonicalize,hir-perfect,hir-canonicalize,hir-perfect,hir-interchange %s
// Kernels whose nests become perfect, so that their loops can change places: then neighbours in
// memory are visited one after the other. All to the bit.
#include <stdio.h>
enum { N = 24 };
static double A[N][N], B[N][N], C[N][N], D[N][N], x[N], y[N], z[N], w[N], t[N], T[6][7][N], sum[N];

// CHECK-LABEL: FUNCTION product
// CHECK: | + DO i2 = 0, 23, 1
// CHECK-NEXT: | | (@C)[0][i1][i2] = 0.000000e+00;
// CHECK: + DO i3 = 0, 23, 1
// CHECK: (@A)[0][i1][i2];
// CHECK: (@B)[0][i2][i3];
// CHECK: (@C)[0][i1][i3] =
// WHY: reduction in memory of a loop in 'product' done
// WHY: distribution of a loop in 'product' done
// WHY: distribution of a loop in 'product' done
__attribute__((noinline)) void product(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            C[i][j] = 0;
            for (int k = 0; k < N; k++)
                C[i][j] += A[i][k] * B[k][j];
        }
}

// CHECK-LABEL: FUNCTION dot_products
// CHECK: + DO i3 = 0, 23, 1
// CHECK: (@A)[0][i1][i2];
// CHECK: (@B)[0][i2][i3];
// CHECK: (@C)[0][i1][i3] =
__attribute__((noinline)) void dot_products(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double s = 0;
            for (int k = 0; k < N; k++)
                s += A[i][k] * B[k][j];
            C[i][j] = s;
        }
}

// Bounds that are only known at run time: guards go outside as well.
// CHECK-LABEL: FUNCTION any_size
// CHECK: + DO i1 = 0, zext(%n) + -1, 1
// CHECK-NEXT: | + DO i2 = 0, zext(%m) + -1, 1
// CHECK-NEXT: | | (%c)[i1][i2] = 0.000000e+00;
// CHECK: + DO i1 = 0, zext(%n) + -1, 1
// CHECK-NEXT: | + DO i2 = 0, zext(%p) + -1, 1
// CHECK-NEXT: | | + DO i3 = 0, zext(%m) + -1, 1
// CHECK: (%b)[i2][i3];
// CHECK: (%c)[i1][i3] =
// WHY: hoisting of the guard of a loop in 'any_size' done
__attribute__((noinline)) void any_size(int n, int m, int p, double c[restrict n][m],
                                        double a[restrict n][p], double b[restrict p][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            c[i][j] = 0;
            for (int k = 0; k < p; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

// CHECK-LABEL: FUNCTION any_size_dot
// CHECK: + DO i1 = 0, zext(%n) + -1, 1
// CHECK: + DO i1 = 0, zext(%n) + -1, 1
// CHECK: | | + DO i3 = 0, zext(%m) + -1, 1
// CHECK: (%b)[i2][i3];
// CHECK: (%c)[i1][i3] =
__attribute__((noinline)) void any_size_dot(int n, int m, int p, double c[restrict n][m],
                                            double a[restrict n][p], double b[restrict p][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double s = 0;
            for (int k = 0; k < p; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

// How far j goes depends on i only; along k both rows are contiguous.
// CHECK-LABEL: FUNCTION syrk
// CHECK: | | + DO i3 = 0, 23, 1
// CHECK: (@A)[0][i1][i3];
// CHECK: (@A)[0][i2][i3];
// CHECK: (@C)[0][i1][i2] =
// WHY: sinking into the start of a loop in 'syrk' done
__attribute__((noinline)) void syrk(double alpha, double beta) {
    for (int i = 0; i < N; i++) {
        for (int j = 0; j <= i; j++)
            C[i][j] *= beta;
        for (int k = 0; k < N; k++)
            for (int j = 0; j <= i; j++)
                C[i][j] += alpha * A[i][k] * A[j][k];
    }
}

// The mean of columns, row by row; then products of columns, row by row.
// CHECK-LABEL: FUNCTION covariance
// CHECK: | | + DO i3 = 0, -1 * i1 + 23, 1
// CHECK: (@A)[0][i2][i1];
// CHECK: (@A)[0][i2][i1 + i3];
// CHECK: (@C)[0][i1][i1 + i3] =
// ONE-LABEL: FUNCTION covariance
// ONE: (@A)[0][i1][i2];
// ONE: (@x)[0][i2] =
__attribute__((noinline)) void covariance(double n) {
    for (int j = 0; j < N; j++) {
        x[j] = 0;
        for (int i = 0; i < N; i++)
            x[j] += A[i][j];
        x[j] /= n;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] -= x[j];
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++) {
            C[i][j] = 0;
            for (int k = 0; k < N; k++)
                C[i][j] += A[k][i] * A[k][j];
            C[i][j] /= n - 1;
            C[j][i] = C[i][j];
        }
}

// Three nests: what stood between the loops stands in them.
// CHECK-LABEL: FUNCTION atax
// CHECK: (@t)[0][i1] = 0.000000e+00;
// CHECK: | + DO i2
// CHECK: (@t)[0][i1] =
// CHECK: | + DO i2
// CHECK-NEXT: | | %{{.*}} = (@t)[0][i1];
// CHECK: (@y)[0][i2] =
__attribute__((noinline)) void atax(void) {
    for (int i = 0; i < N; i++) {
        t[i] = 0;
        for (int j = 0; j < N; j++)
            t[i] += A[i][j] * x[j];
        for (int j = 0; j < N; j++)
            y[j] += A[i][j] * t[i];
    }
}

// ONE-LABEL: FUNCTION mvt
// ONE: (@A)[0][i1][i2];
// ONE: (@z)[0][i2] =
__attribute__((noinline)) void mvt(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            z[i] += A[j][i] * w[j];
}

// ONE-LABEL: FUNCTION gemver
// ONE: (@A)[0][i1][i2];
// ONE: (@x)[0][i2] =
// WHY: sinking into the start of a loop in 'gemver' done
__attribute__((noinline)) void gemver(double beta) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i] = x[i] + beta * A[j][i] * y[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = A[i][j] + x[i] * z[j] + y[i] * w[j];
}

// A row of sums that all iterations of the outer loops use stays in them.
// CHECK-LABEL: FUNCTION doitgen
// CHECK: + DO i1 = 0, 5, 1
// CHECK: + DO i2 = 0, 6, 1
// CHECK: + DO i3
// CHECK-NEXT: (@sum)[0][i3] = 0.000000e+00;
// CHECK: + DO i3
// CHECK-NEXT: + DO i4
// CHECK: (@sum)[0][i3] =
// CHECK: + DO i3
// CHECK: (@T)[0][i1][i2][i3] =
__attribute__((noinline)) void doitgen(void) {
    for (int r = 0; r < 6; r++)
        for (int q = 0; q < 7; q++) {
            for (int p = 0; p < N; p++) {
                sum[p] = 0;
                for (int s = 0; s < N; s++)
                    sum[p] += T[r][q][s] * B[s][p];
            }
            for (int p = 0; p < N; p++)
                T[r][q][p] = sum[p];
        }
}

// x[j] is final before x[i] is computed from it: this one stays together.
// CHECK-LABEL: FUNCTION trisolv
// CHECK: + DO i1 = 0, 23, 1
// CHECK: (@x)[0][i1] =
// CHECK: + DO i1 = 0, 23, 1
// CHECK: + DO i2 = 0, i1 + -1, 1
// CHECK: + END LOOP
// CHECK: (@x)[0][i1] =
__attribute__((noinline)) void trisolv(void) {
    for (int i = 0; i < N; i++) {
        x[i] = y[i];
        for (int j = 0; j < i; j++)
            x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i] + 2;
    }
}

// LLVM fuses products and sums of constants even where the target does not: none of them here.
static void show(const char *name) {
#pragma STDC FP_CONTRACT OFF
    double hash = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            hash = hash * 0.75 + A[i][j] + B[i][j] - C[i][j] + D[j][i] + x[i] + y[j] * z[i] - w[j] +
                   t[i] + T[i % 6][j % 7][i] - sum[j];
    printf("%s %.17g\n", name, hash);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            A[i][j] = (i * 3 + j * 5) % 13 * 0.37;
            B[i][j] = (i * 7 + j) % 11 * 0.21;
            C[i][j] = D[j][i] = i - j * 0.1;
            T[i % 6][j % 7][i] = i * 0.3 + j;
        }
        x[i] = i * 0.7;
        y[i] = z[i] = 3 - i * 0.1;
        w[i] = t[i] = i;
    }
}

int main(void) {
    show("start");
    product();
    show("product");
    dot_products();
    show("dot products");
    for (int n = 0; n < N; n += 7) {
        any_size(n, N - n, N - 2 * n / 3, (void *)C, (void *)A, (void *)B);
        any_size_dot(N - n, n, n, (void *)D, (void *)A, (void *)B);
        show("any size");
    }
    syrk(1.5, 0.5);
    show("syrk");
    covariance(N);
    show("covariance");
    atax();
    show("atax");
    mvt();
    show("mvt");
    gemver(0.3);
    show("gemver");
    doitgen();
    show("doitgen");
    trisolv();
    show("trisolv");
    return 0;
}
