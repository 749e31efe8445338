// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Triangular, minimum and data-dependent bounds.
#include <stdio.h>
#define N 10
double L[N][N], x[N], b[N];
int m[N][N], len[N], count;

void forward(int n) {
    for (int i = 0; i < n; i++) {
        double s = b[i];
        for (int j = 0; j < i; j++)
            s -= L[i][j] * x[j];
        x[i] = s / L[i][i];
    }
}
// CHECK-LABEL: FUNCTION forward
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][i1];
// CHECK-NEXT: |   if (0 <u i1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %s.013 = %{{[0-9]+}};
// CHECK-NEXT: |      + DO i2 = 0, i1 + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@L)[0][i1][i2];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@x)[0][i2];
// CHECK-NEXT: |      |   %neg = fneg(%{{[0-9]+}});
// CHECK-NEXT: |      |   %s.013 = @llvm.fmuladd.f64(%neg, %{{[0-9]+}}, %s.013);
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      %s.0.lcssa = %s.013;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   else
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %s.0.lcssa = %{{[0-9]+}};
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = (@L)[0][i1][i1];
// CHECK-NEXT: |   %div = %s.0.lcssa  /  %{{[0-9]+}};
// CHECK-NEXT: |   (@x)[0][i1] = %div;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void backward(int n) {
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int j = i + 1; j < n; j++)
            s -= L[j][i] * x[j];
        x[i] = s / L[i][i];
    }
}
// CHECK-LABEL: FUNCTION backward
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, sext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@x)[0][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   if (-1 * i1 + sext(%n) < %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %s.014 = %{{[0-9]+}};
// CHECK-NEXT: |      + DO i2 = 0, i1 + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@L)[0][-1 * i1 + i2 + sext(%n)][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@x)[0][-1 * i1 + i2 + sext(%n)];
// CHECK-NEXT: |      |   %neg = fneg(%{{[0-9]+}});
// CHECK-NEXT: |      |   %s.014 = @llvm.fmuladd.f64(%neg, %{{[0-9]+}}, %s.014);
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      %s.0.lcssa = %s.014;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   else
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %s.0.lcssa = %{{[0-9]+}};
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = (@L)[0][-1 * i1 + sext(%n) + -1][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   %div = %s.0.lcssa  /  %{{[0-9]+}};
// CHECK-NEXT: |   (@x)[0][-1 * i1 + sext(%n) + -1] = %div;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void cholesky(int n) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = k + 1; j <= i; j++)
                L[i][j] -= L[i][k] * L[j][k] * 0.001;
}
// CHECK-LABEL: FUNCTION cholesky
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (i1 + 1 < %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, -1 * i1 + zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |      |   if (i1 + 1 <=u i1 + i2 + 1)
// CHECK-NEXT: |      |   {
// CHECK-NEXT: |      |      + DO i3 = 0, i2, 1   <DO_LOOP>
// CHECK-NEXT: |      |      |   %{{[0-9]+}} = (@L)[0][i1 + i2 + 1][i1];
// CHECK-NEXT: |      |      |   %{{[0-9]+}} = (@L)[0][i1 + i3 + 1][i1];
// CHECK-NEXT: |      |      |   %mul = %{{[0-9]+}}  *  %{{[0-9]+}};
// CHECK-NEXT: |      |      |   %{{[0-9]+}} = (@L)[0][i1 + i2 + 1][i1 + i3 + 1];
// CHECK-NEXT: |      |      |   %neg = fneg(%mul);
// CHECK-NEXT: |      |      |   %{{[0-9]+}} = @llvm.fmuladd.f64(%neg, 1.000000e-03, %{{[0-9]+}});
// CHECK-NEXT: |      |      |   (@L)[0][i1 + i2 + 1][i1 + i3 + 1] = %{{[0-9]+}};
// CHECK-NEXT: |      |      + END LOOP
// CHECK-NEXT: |      |   }
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void upper(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[i][j] = i + j;
}
// CHECK-LABEL: FUNCTION upper
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, -1 * i1 + zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   (@m)[0][i1][i1 + i2] = 2 * i1 + i2;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void lower(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            m[i][j] = i * j;
}
// CHECK-LABEL: FUNCTION lower
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, i1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = i1  *  i2;
// CHECK-NEXT: |   |   (@m)[0][i1][i2] = %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void banded(int n, int w) {
    for (int i = 0; i < n; i++) {
        int from = i - w > 0 ? i - w : 0, to = i + w < n - 1 ? i + w : n - 1;
        for (int j = from; j <= to; j++)
            m[i][j]++;
    }
}
// CHECK-LABEL: FUNCTION banded
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %smax = @llvm.smax.i32(i1 + -1 * %w, 0);
// CHECK-NEXT: |   %sub. = (i1 + -1 * sext(%w)  >  0) ? i1 + -1 * %w : 0;
// CHECK-NEXT: |   %cond10 = (i1 + sext(%w)  <  sext(%n) + -1) ? i1 + %w : %n + -1;
// CHECK-NEXT: |   if (%sub. <= %cond10)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, smax(zext(%smax), sext(%cond10)) + -1 * zext(%smax), 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@m)[0][i1][i2 + zext(%smax)];
// CHECK-NEXT: |      |   (@m)[0][i1][i2 + zext(%smax)] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void tiled(int n) {
    for (int ii = 0; ii < n; ii += 4)
        for (int i = ii; i < (ii + 4 < n ? ii + 4 : n); i++)
            m[i][0] += i;
}
// CHECK-LABEL: FUNCTION tiled
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %add.n = (4 * i1 + 4  <  %n) ? 4 * i1 + 4 : %n;
// CHECK-NEXT: |   + WHILE i2   <WHILE_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@m)[0][4 * i1 + i2][0];
// CHECK-NEXT: |   |   (@m)[0][4 * i1 + i2][0] = 4 * i1 + i2 + %{{[0-9]+}};
// CHECK-NEXT: |   |   if (4 * i1 + i2 + 1 >= %add.n)
// CHECK-NEXT: |   |   {
// CHECK-NEXT: |   |      goto for.cond.loopexit;
// CHECK-NEXT: |   |   }
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   for.cond.loopexit:
// CHECK-NEXT: |   if (4 * i1 + 4 >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end11.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.cond1.preheader is not a DO loop: its induction variable may wrap around before the bound [may-wrap]
// CHECK-NEXT:   loop for.body6 is not a DO loop: its bound is not proven to be beyond its start [may-not-start]
void rows(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < len[i]; j++)
            m[i][j] += 2;
}
// CHECK-LABEL: FUNCTION rows
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@len)[0][i1];
// CHECK-NEXT: |   if (0 < %{{[0-9]+}})
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %{{[0-9]+}} = (@len)[0][i1];
// CHECK-NEXT: |      + DO i2 = 0, zext(smax(%{{[0-9]+}}, 1)) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@m)[0][i1][i2];
// CHECK-NEXT: |      |   (@m)[0][i1][i2] = %{{[0-9]+}} + 2;
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void changing(void) {
    for (int i = 0; i < count; i++)
        if (m[i][0] & 1)
            count--;
}
// CHECK-LABEL: FUNCTION changing
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %dec5 = %count.promoted;
// CHECK-NEXT: %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@m)[0][i1][0];
// CHECK-NEXT: |   %and = %{{[0-9]+}}  &  1;
// CHECK-NEXT: |   if (%and != 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %dec5 = %{{[0-9]+}}  +  -1;
// CHECK-NEXT: |      (@count)[0] = %{{[0-9]+}} + -1;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   if (i1 + 1 >= %dec5)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = %dec5;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test compares two values that change [bound-varies]
void smaller(int n, int k) {
    int to = n < k ? n : k;
    for (int i = 0; i < to; i++)
        b[i] += 1;
}
// CHECK-LABEL: FUNCTION smaller
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n.k) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][i1];
// CHECK-NEXT: |   %add = %{{[0-9]+}}  +  1.000000e+00;
// CHECK-NEXT: |   (@b)[0][i1] = %add;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void by_two(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j += 2)
            m[i][j] += 3 * j;
}
// CHECK-LABEL: FUNCTION by_two
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, (-1 * i1 + sext(%n) + -1) /u 2, 1   <DO_LOOP>
void by_three(int n, int k) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < k; j += 3)
            m[i][j] += 5 * j;
}
// CHECK-LABEL: FUNCTION by_three
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, {{.*}} + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (i1 + 1 < %k)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, (-1 * i1 + sext(%k) + -2) /u 3, 1   <DO_LOOP>
int main(void) {
    double s = 0;
    count = N;
    for (int i = 0; i < N; i++) {
        b[i] = i + 1;
        len[i] = (i * 7) % N - 1;
        for (int j = 0; j < N; j++)
            L[i][j] = i == j ? 2 : 0.1 * (i - j);
    }
    forward(N);
    backward(N);
    cholesky(N);
    upper(N);
    lower(N);
    banded(N, 2);
    tiled(N);
    rows(N);
    changing();
    for (int n = -1; n <= N; n++) {
        by_two(n);
        by_three(n, N);
        by_three(N, n);
    }
    smaller(5, 20);
    smaller(-3, 20);
    for (int i = 0; i < N; i++) {
        s += x[i] + b[i];
        for (int j = 0; j < N; j++)
            s += m[i][j] + L[i][j];
    }
    printf("%.6f %d\n", s, count);
    return 0;
}
// CHECK: 28 loops in 15 regions: 25 DO, 0 DO with more exits, 3 WHILE; 0 not modelled
