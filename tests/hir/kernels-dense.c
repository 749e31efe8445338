// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Dense linear algebra: trip counts and subscripts of two- and three-dimensional arrays.
#include <stdio.h>
#define N 12
double A[N][N], B[N][N], C[N][N], x[N], y[N];
float T[4][5][6];

void fill(void) {
    for (int i = 0; i < N; i++) {
        x[i] = i + 1;
        for (int j = 0; j < N; j++) {
            A[i][j] = i * N + j;
            B[i][j] = i - j;
        }
    }
}
// CHECK-LABEL: FUNCTION fill
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 11, 1   <DO_LOOP>
// CHECK-NEXT: |   %conv = sitofp(i1 + 1);
// CHECK-NEXT: |   (@x)[0][i1] = %conv;
// CHECK-NEXT: |   + DO i2 = 0, 11, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %conv7 = sitofp(12 * i1 + i2);
// CHECK-NEXT: |   |   (@A)[0][i1][i2] = %conv7;
// CHECK-NEXT: |   |   %conv12 = sitofp(i1 + -1 * i2);
// CHECK-NEXT: |   |   (@B)[0][i1][i2] = %conv12;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void matmul(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
}
// CHECK-LABEL: FUNCTION matmul
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 11, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 11, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %sum.011 = 0.000000e+00;
// CHECK-NEXT: |   |   + DO i3 = 0, 11, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@A)[0][i1][i3];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@B)[0][i3][i2];
// CHECK-NEXT: |   |   |   %sum.011 = @llvm.fmuladd.f64(%{{[0-9]+}}, %{{[0-9]+}}, %sum.011);
// CHECK-NEXT: |   |   + END LOOP
// CHECK-NEXT: |   |   (@C)[0][i1][i2] = %sum.011;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void matmul_n(int n, double a[][N], double b[][N], double c[][N]) {
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}
// CHECK-LABEL: FUNCTION matmul_n
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   + DO i3 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (%a)[i1][i2];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (%b)[i2][i3];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (%c)[i1][i3];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = @llvm.fmuladd.f64(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}});
// CHECK-NEXT: |   |   |   (%c)[i1][i3] = %{{[0-9]+}};
// CHECK-NEXT: |   |   + END LOOP
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void matvec(int n) {
    for (int i = 0; i < n; i++) {
        y[i] = 0;
        for (int j = 0; j < n; j++)
            y[i] += A[i][j] * x[j];
    }
}
// CHECK-LABEL: FUNCTION matvec
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   (@y)[0][i1] = 0.000000e+00;
// CHECK-NEXT: |   %arrayidx.promoted = (@y)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = %arrayidx.promoted;
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@A)[0][i1][i2];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@x)[0][i2];
// CHECK-NEXT: |   |   %{{[0-9]+}} = @llvm.fmuladd.f64(%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}});
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   (@y)[0][i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void transpose(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double t = A[i][j];
            A[i][j] = A[j][i];
            A[j][i] = t;
        }
}
// CHECK-LABEL: FUNCTION transpose
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (0 <u i1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, i1 + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@A)[0][i1][i2];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@A)[0][i2][i1];
// CHECK-NEXT: |      |   (@A)[0][i1][i2] = %{{[0-9]+}};
// CHECK-NEXT: |      |   (@A)[0][i2][i1] = %{{[0-9]+}};
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void rank1(int n, double alpha) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            A[i][j] += alpha * x[i] * y[j];
}
// CHECK-LABEL: FUNCTION rank1
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@x)[0][i1];
// CHECK-NEXT: |   %mul = %alpha  *  %{{[0-9]+}};
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@y)[0][i2];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@A)[0][i1][i2];
// CHECK-NEXT: |   |   %{{[0-9]+}} = @llvm.fmuladd.f64(%mul, %{{[0-9]+}}, %{{[0-9]+}});
// CHECK-NEXT: |   |   (@A)[0][i1][i2] = %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
double dot(int n) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
// CHECK-LABEL: FUNCTION dot
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.06 = 0.000000e+00;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@x)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@y)[0][i1];
// CHECK-NEXT: |   %s.06 = @llvm.fmuladd.f64(%{{[0-9]+}}, %{{[0-9]+}}, %s.06);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void axpy(long n, double a) {
    for (long i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
// CHECK-LABEL: FUNCTION axpy
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@x)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@y)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = @llvm.fmuladd.f64(%a, %{{[0-9]+}}, %{{[0-9]+}});
// CHECK-NEXT: |   (@y)[0][i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void scale_even(int n) {
    for (int i = 0; i < n; i += 2)
        x[i] *= 2;
}
// CHECK-LABEL: FUNCTION scale_even
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%n) + -1) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@x)[0][2 * i1];
// CHECK-NEXT: |   %mul = %{{[0-9]+}}  *  2.000000e+00;
// CHECK-NEXT: |   (@x)[0][2 * i1] = %mul;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void three(void) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 5; j++)
            for (int k = 0; k < 6; k++)
                T[i][j][k] = T[3 - i][j][5 - k] + i;
}
// CHECK-LABEL: FUNCTION three
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 3, 1   <DO_LOOP>
// CHECK-NEXT: |   %conv = sitofp(i1);
// CHECK-NEXT: |   + DO i2 = 0, 4, 1   <DO_LOOP>
// CHECK-NEXT: |   |   + DO i3 = 0, 5, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@T)[0][-1 * i1 + 3][i2][-1 * i3 + 5];
// CHECK-NEXT: |   |   |   %add = %{{[0-9]+}}  +  %conv;
// CHECK-NEXT: |   |   |   (@T)[0][i1][i2][i3] = %add;
// CHECK-NEXT: |   |   + END LOOP
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void row(int n, int r) {
    for (int j = 0; j < n; j++)
        A[r][j] = A[r + 1][j];
}
// CHECK-LABEL: FUNCTION row
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@A)[0][sext(%r) + 1][i1];
// CHECK-NEXT: |   (@A)[0][%r][i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void flat(int n, double *a) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = i + j;
}
// CHECK-LABEL: FUNCTION flat
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %conv = sitofp(i1 + i2);
// CHECK-NEXT: |   |   (%a)[i1][i2] = %conv;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    double s = 0;
    fill();
    matmul();
    matvec(N);
    transpose(N);
    matmul_n(N - 1, A, B, C);
    rank1(N, 0.5);
    axpy(N, 3);
    scale_even(N);
    three();
    row(N, 3);
    flat(7, &B[0][0]);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += A[i][j] + B[i][j] * 3 + C[i][j] * 7 + T[i % 4][j % 5][j % 6];
    printf("%.3f %.3f\n", s, dot(N));
    matvec(0);
    axpy(-1, 1);
    return 0;
}
// CHECK: 25 loops in 13 regions: 25 DO, 0 DO with more exits, 0 WHILE; 0 not modelled
