// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck --check-prefix=DRIVER %s
// RUN: lathe opt --verbose --passes='hir-canonicalize,hir-version<dims>' %s -o %t.2.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe opt --passes='hir-canonicalize,hir-version<dims>,hir-canonicalize,hir-interchange' %s -o %t.3.bc
// RUN: lathe hir --as-is %t.2.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-optimize --passes='hir-canonicalize,hir-version<dims>' --passes='hir-canonicalize,hir-version<dims>,hir-canonicalize,hir-interchange' --passes='hir-canonicalize<nests>,hir-version<dims>,hir-optimize<as-is>' %s
// Subscripts with bounds that are known at run time only: whether they stay in their rows is checked.
#include <stdio.h>
enum { N = 60, M = 20 };
static double a[N][M], b[N][M];

// CHECK-LABEL: FUNCTION prefix
// CHECK: BEGIN REGION
// CHECK: BEGIN REGION
// DRIVER: versioning of a loop in 'prefix' done
// DRIVER: interchange of a loop in 'prefix' done
// WHY: versioning of a loop in 'prefix' done
__attribute__((noinline)) static void prefix(int n, int m) {
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            a[i][j] += a[i - 1][j] * 0.5 + 1;
}

// Below the row's start, and beyond its end.
// DRIVER: versioning of a loop in 'moved' done
// DRIVER: interchange of a loop in 'moved' done
__attribute__((noinline)) static void moved(int n, int m, int by) {
    for (int j = 0; j < m; j++)
        for (int i = 5; i < n; i++)
            a[i][j + by] += a[i - 1][j + by] * 0.5 + 1;
}

// Rows of a length that is known at run time only.
// DRIVER: versioning of a loop in 'lengths' done
// DRIVER: interchange of a loop in 'lengths' done
__attribute__((noinline)) static void lengths(int n, int m, int row, double (*p)[row]) {
    for (int j = 0; j < m; j++)
        for (int i = 1; i < n; i++)
            p[i][j] += p[i - 1][j] * 0.25 + 2;
}

// In place, below the diagonal.
// DRIVER: versioning of a loop in 'triangle' done
// DRIVER: interchange of a loop in 'triangle' done
__attribute__((noinline)) static void triangle(int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = i + 1; k < n; k++)
                b[i][j] += a[k][i] * b[k][j];
}

// The bound is a constant: it is known that rows are not left, or that they are.
// DRIVER-NOT: versioning of a loop in 'known'
// DRIVER-NOT: versioning of a loop in 'left' done
// WHY: versioning of a loop in 'known' declined: {{.*}} [nothing-to-check]
// WHY: versioning of a loop in 'left' declined: {{.*}} [nothing-to-check]
__attribute__((noinline)) static void known(void) {
    for (int j = 0; j < M; j++)
        for (int i = 1; i < N; i++)
            a[i][j] += a[i - 1][j] * 0.5;
}
__attribute__((noinline)) static void left(void) {
    for (int j = 0; j < M + 7; j++)
        for (int i = 1; i < N - 2; i++)
            a[i][j] += a[i - 1][j] * 0.5;
}

static double sum(void) {
    double s = 0;
    for (int i = 0; i < N * M; i++)
        s = s * 0.99 + a[0][i] + b[0][i] * 0.5;
    return s;
}

int main(void) {
    for (int m = 0; m < 40; m += 3)
        for (int n = 0; n < 50; n += 7) {
            for (int i = 0; i < N * M; i++) {
                a[0][i] = i % 13;
                b[0][i] = i % 7 * 0.125;
            }
            prefix(n, m);
            moved(n, m, n % 5 - 2);
            lengths(n, m > 15 ? 15 : m, 15, (double (*)[15])&a[0][0]);
            lengths(n > 20 ? 20 : n, m, 17, (double (*)[17])&a[3][1]);
            triangle(n > 18 ? 18 : n, m);
            known();
            left();
            printf("%d %d %a\n", m, n, sum());
        }
    return 0;
}
