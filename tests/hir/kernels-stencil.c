// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Stencils: neighbours in the same dimension stay there.
#include <stdio.h>
#define N 16
int a[N], b[N], g[N][N], h[N][N];
int v[6][6][6], w[6][6][6];

void three_point(int n) {
    for (int i = 1; i < n - 1; i++)
        b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}
// CHECK-LABEL: FUNCTION three_point
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -3, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + 1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + 2];
// CHECK-NEXT: |   (@b)[0][i1 + 1] = %{{[0-9]+}} + 2 * %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void five_point(void) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            h[i][j] = g[i][j] + g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1];
}
// CHECK-LABEL: FUNCTION five_point
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 13, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 13, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@g)[0][i1 + 1][i2 + 1];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@g)[0][i1][i2 + 1];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@g)[0][i1 + 2][i2 + 1];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@g)[0][i1 + 1][i2];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@g)[0][i1 + 1][i2 + 2];
// CHECK-NEXT: |   |   (@h)[0][i1 + 1][i2 + 1] = %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void nine_point(int n) {
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            for (int p = -1; p <= 1; p++)
                for (int q = -1; q <= 1; q++)
                    h[i][j] += g[i + p][j + q];
}
// CHECK-LABEL: FUNCTION nine_point
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %arrayidx19.promoted15 = (@h)[0][i1 + 1][i2 + 1];
// CHECK-NEXT: |   |   %add2013 = %arrayidx19.promoted15;
// CHECK-NEXT: |   |   + DO i3 = 0, 2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   + DO i4 = 0, 2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   |   %{{[0-9]+}} = (@g)[0][i1 + i3][i2 + i4];
// CHECK-NEXT: |   |   |   |   %add2013 = %add2013  +  %{{[0-9]+}};
// CHECK-NEXT: |   |   |   + END LOOP
// CHECK-NEXT: |   |   + END LOOP
// CHECK-NEXT: |   |   (@h)[0][i1 + 1][i2 + 1] = %add2013;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void seven_point(void) {
    for (int i = 1; i < 5; i++)
        for (int j = 1; j < 5; j++)
            for (int k = 1; k < 5; k++)
                w[i][j][k] = v[i - 1][j][k] + v[i + 1][j][k] + v[i][j - 1][k] + v[i][j + 1][k] +
                             v[i][j][k - 1] + v[i][j][k + 1] - 6 * v[i][j][k];
}
// CHECK-LABEL: FUNCTION seven_point
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 3, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 3, 1   <DO_LOOP>
// CHECK-NEXT: |   |   + DO i3 = 0, 3, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1][i2 + 1][i3 + 1];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1 + 2][i2 + 1][i3 + 1];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1 + 1][i2][i3 + 1];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1 + 1][i2 + 2][i3 + 1];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1 + 1][i2 + 1][i3];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1 + 1][i2 + 1][i3 + 2];
// CHECK-NEXT: |   |   |   %{{[0-9]+}} = (@v)[0][i1 + 1][i2 + 1][i3 + 1];
// CHECK-NEXT: |   |   |   (@w)[0][i1 + 1][i2 + 1][i3 + 1] = %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}} + %{{[0-9]+}} + -6 * %{{[0-9]+}};
// CHECK-NEXT: |   |   + END LOOP
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void in_place(int n) {
    for (int t = 0; t < 3; t++)
        for (int i = 1; i < n - 1; i++)
            a[i] = (a[i - 1] + a[i + 1]) / 2;
}
// CHECK-LABEL: FUNCTION in_place
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 2, 1   <DO_LOOP>
// CHECK-NEXT: |   if (1 < %n + -1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, zext(%n) + -3, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@a)[0][i2];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@a)[0][i2 + 2];
// CHECK-NEXT: |      |   (@a)[0][i2 + 1] = (%{{[0-9]+}} + %{{[0-9]+}}) / 2;
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void skewed(int n) {
    for (int i = 1; i < n; i++)
        for (int j = 1; j < n; j++)
            g[i][j] = g[i - 1][j - 1] + 1;
}
// CHECK-LABEL: FUNCTION skewed
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@g)[0][i1][i2];
// CHECK-NEXT: |   |   (@g)[0][i1 + 1][i2 + 1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void diagonal(int n) {
    for (int i = 0; i < n; i++)
        g[i][i] = g[i][n - 1 - i];
}
// CHECK-LABEL: FUNCTION diagonal
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@g)[0][i1][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   (@g)[0][i1][i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void red_black(int n) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1 + i % 2; j < n - 1; j += 2)
            g[i][j] = g[i - 1][j] + g[i + 1][j];
}
// CHECK-LABEL: FUNCTION red_black
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -3, 1   <DO_LOOP>
// CHECK-NEXT: |   %indvars22 = trunc(i1 + 1);
// CHECK-NEXT: |   %rem.urem = i1 + 1  urem  2;
// CHECK-NEXT: |   if (%rem.urem + 1 < %n + -1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, (smax((zext.i1.i64(%indvars22) + 2), (sext(%n) + -1)) + -1 * zext.i1.i64(%indvars22) + -2) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@g)[0][i1][2 * i2 + zext.i1.i64(%indvars22) + 1];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@g)[0][i1 + 2][2 * i2 + zext.i1.i64(%indvars22) + 1];
// CHECK-NEXT: |      |   (@g)[0][i1 + 1][2 * i2 + zext.i1.i64(%indvars22) + 1] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void prefix(int n) {
    for (int i = 1; i < n; i++)
        a[i] += a[i - 1];
}
// CHECK-LABEL: FUNCTION prefix
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + 1];
// CHECK-NEXT: |   (@a)[0][i1 + 1] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void wrapped(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        b[i % N] = a[(i + N - 1) % N] + a[(i + 1) % N];
}
// CHECK-LABEL: FUNCTION wrapped
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %rem = i1 + 15  urem  16;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%rem];
// CHECK-NEXT: |   %rem2 = i1 + 1  urem  16;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%rem2];
// CHECK-NEXT: |   %rem6 = i1  urem  16;
// CHECK-NEXT: |   (@b)[0][%rem6] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    long s = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i * i % 7;
        for (int j = 0; j < N; j++)
            g[i][j] = i * 3 - j;
    }
    for (int i = 0; i < 216; i++)
        v[i / 36][i / 6 % 6][i % 6] = i % 11;
    three_point(N);
    five_point();
    nine_point(N - 1);
    seven_point();
    in_place(N);
    skewed(N);
    diagonal(N);
    red_black(N);
    prefix(N);
    wrapped(40);
    for (int i = 0; i < N; i++) {
        s = s * 3 + a[i] + b[i];
        for (int j = 0; j < N; j++)
            s += g[i][j] * (i + 1) + h[i][j] * (j + 1) + w[i % 6][j % 6][3];
    }
    printf("%ld\n", s);
    return 0;
}
// CHECK: 24 loops in 13 regions: 24 DO, 0 DO with more exits, 0 WHILE; 0 not modelled
