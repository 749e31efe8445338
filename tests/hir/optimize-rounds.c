// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-optimize<as-is>' %s
// What is beside a nest in a loop decides whether that loop may be part of it.
#include <stdio.h>
enum { N = 700, ROUNDS = 6 };
static double a[N][N], b[N][N], c[N][N];

// Each of the two nests needs what the other has done in this round or in the one before: rounds are
// neither jammed nor moved inwards, and nothing is chosen because they were.
// CHECK-LABEL: FUNCTION there_and_back
// CHECK: + DO i1 = 0, 5, 1
// CHECK-NEXT: |   + DO i2 = 0, 86, 1
// CHECK-NEXT: |   |   + DO i3 = 0, 699, 1
// CHECK: (@b)[0][8 * i2 + 7][i3] =
// WHY-NOT: tiling of a loop in 'there_and_back'
// WHY: optimize-rounds.c:[[@LINE+3]]:9: remark: unroll-and-jam of a loop in 'there_and_back' done
__attribute__((noinline)) void there_and_back(void) {
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                b[i][j] = b[i][j] + 0.5 * a[j][i];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = a[i][j] + 0.5 * b[j][i];
    }
}

// Nothing leads from the second back to the first: rounds are jammed.
// WHY: optimize-rounds.c:[[@LINE+2]]:5: remark: unroll-and-jam of a loop in 'there' done
__attribute__((noinline)) void there(void) {
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                b[i][j] = b[i][j] + 0.5 * a[j][i];
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                c[i][j] = c[i][j] + 0.5 * a[j][i];
    }
}

int main(void) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * 0.25 + j;
            b[i][j] = i - j * 0.125;
        }
    there_and_back();
    there();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += (a[i][j] - b[i][j]) * 0x1p-20 + c[i][j] * (i - j);
    printf("%a\n", sum);
}
