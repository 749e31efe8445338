// RUN: lathe opt --passes=hir-optimize %s -o %t.bc
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-optimize<as-is>' %s
// Rows at a distance that is not known have an address each, and there are few registers for those.
#include <stdio.h>
enum { N = 48 };
static int fixed[N][N], open[N][N];

// CHECK-LABEL: FUNCTION constant_rows
// CHECK: (%path)[8 * i2 + 7][i3] =
__attribute__((noinline)) void constant_rows(int n, int path[N][N]) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (path[i][k] + path[k][j] < path[i][j])
                    path[i][j] = path[i][k] + path[k][j];
}

// CHECK-LABEL: FUNCTION rows_of_any_length
// CHECK: (%path)[6 * i2 + 5][i3] =
// CHECK-NOT: 8 * i2
__attribute__((noinline)) void rows_of_any_length(int n, int path[n][n]) {
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (path[i][k] + path[k][j] < path[i][j])
                    path[i][j] = path[i][k] + path[k][j];
}

// Rows that copies share have one address: sums wait for one another, so there are many copies.
// CHECK-LABEL: FUNCTION shared_rows
// CHECK: (%a)[6 * i1 + 6][i2 + 1] =
__attribute__((noinline)) void shared_rows(int n, double a[n][n]) {
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            a[i][j] = 0.25 * (a[i - 1][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j]);
}

int main(void) {
    static double grid[N][N];
    unsigned sum = 0;
    double all = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            fixed[i][j] = open[i][j] = (i * 37 + j * 11) % 97 + 1;
            grid[i][j] = i ^ j;
        }
    constant_rows(N, fixed);
    rows_of_any_length(N, open);
    shared_rows(N, grid);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            sum = sum * 31 + (unsigned)(fixed[i][j] + 3 * open[i][j]);
            all += grid[i][j] * (i - j);
        }
    printf("%u %a\n", sum, all);
}
