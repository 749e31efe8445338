// RUN: lathe opt --passes=hir-optimize %s -o %t.bc
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-optimize<as-is>' %s
// A nest that is small by itself would like several iterations of a at once. They would be copies of
// the other one in that loop, too, which has as many as are good for it: eight.
#include <stdio.h>
enum { NA = 32, NB = 40, NC = 60, ND = 80 };
static double t[NA][ND][NC], m[ND][NB], out[NA][NB][NC];

// CHECK-LABEL: FUNCTION contract
// CHECK: + DO i1 = 0, 31, 1
// CHECK: (@out)[0][i1][4 * i2][i3] = 0.000000e+00;
// CHECK-COUNT-8: @llvm.fmuladd
// CHECK-NOT: @llvm.fmuladd
// CHECK: END REGION
__attribute__((noinline)) static void contract(void) {
    for (int a = 0; a < NA; a++)
        for (int b = 0; b < NB; b++)
            for (int c = 0; c < NC; c++) {
                out[a][b][c] = 0;
                for (int d = 0; d < ND; d++)
                    out[a][b][c] += t[a][d][c] * m[d][b];
            }
}

int main(void) {
    double sum = 0;
    for (int d = 0; d < ND; d++) {
        for (int b = 0; b < NB; b++)
            m[d][b] = d - 2 * b;
        for (int a = 0; a < NA; a++)
            for (int c = 0; c < NC; c++)
                t[a][d][c] = a ^ d ^ c;
    }
    contract();
    for (int a = 0; a < NA; a++)
        for (int b = 0; b < NB; b++)
            for (int c = 0; c < NC; c++)
                sum += out[a][b][c] * (a - b + 3 * c);
    printf("%a\n", sum);
}
