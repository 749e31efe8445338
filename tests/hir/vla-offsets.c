// RUN: lathe hir --deps %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py --lathe lathe --clang clang %s | FileCheck %s --check-prefix=RUNS
// Offsets in arrays whose size is known at run time only are in the dimension that they are of.
#include <stdio.h>

// RUNS: {{^[1-9][0-9]+}} checks
// CHECK-LABEL: FUNCTION inner
// CHECK: = (%a)[i1 + 1][i2 + 1][i3 + 1];
// CHECK: anti (0, 0, 0), {{[^a]}}
// CHECK-NOT: assumed
// CHECK: 2 pairs: 1 independent, 1 dependent, 0 assumed
void inner(int n, double a[restrict n][n][n]) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++)
                a[i][j][k] = a[i][j][k] * 0.5;
}

// CHECK-LABEL: FUNCTION column
// CHECK-DAG: = (%a)[i1][i2];
// CHECK-DAG: = (%a)[i1 + 1][i2];
void column(int n, int m, float (*restrict a)[m]) {
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += a[i - 1][j];
}

// Another number is no offset of whole rows.
// CHECK-LABEL: FUNCTION other
// CHECK: (%a)[i1][i2 + sext(%by)]
void other(int n, int m, int by, float (*restrict a)[m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j + by] += 1;
}

int main(void) {
    double x[6 * 6 * 6];
    float y[70];
    double s = 0;
    for (int i = 0; i < 216; i++)
        x[i] = i;
    for (int i = 0; i < 70; i++)
        y[i] = i % 5;
    inner(6, (double(*)[6][6])x);
    inner(2, (double(*)[2][2])x);
    column(6, 7, (float(*)[7])y);
    other(4, 5, 3, (float(*)[5])(y + 9));
    other(4, 5, -2, (float(*)[5])(y + 9));
    for (int i = 0; i < 216; i++)
        s += x[i] * (i % 7) + y[i % 70];
    printf("%a\n", s);
    return 0;
}
