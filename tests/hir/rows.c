// RUN: lathe hir --deps %s | FileCheck %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck --check-prefix=DRIVER %s
// RUN: %python %tests/hir/Inputs/check.py --lathe lathe --clang clang %s | FileCheck %s --check-prefix=RUNS
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-version,hir-canonicalize,hir-interchange --passes=hir-optimize %s
// Rows whose size is known at run time only are found in sums: in triangles, where an iteration counts from another one
// on, in offsets of whole rows, and in what has no iteration times a row.
#include <stdio.h>
#include <string.h>

// RUNS: {{^[1-9][0-9]+}} checks
// k counts from i on: (n + 1) * i + n * k is row i + k, column i.
// CHECK-LABEL: FUNCTION triangle
// CHECK-DAG: (%c)[i1][i1 + i2] = 0
// CHECK-DAG: = (%a)[i3][i1];
// CHECK-DAG: = (%a)[i3][i1 + i2];
// CHECK-DAG: (%c)[i1 + i2][i1] =
// DRIVER: versioning of a loop in 'triangle' done
// DRIVER: interchange of a loop in 'triangle' done
__attribute__((noinline)) void triangle(int n, int m, const double *a, double *c) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            c[i * n + j] = 0;
            for (int k = 0; k < m; k++)
                c[i * n + j] += a[k * n + i] * a[k * n + j];
            c[j * n + i] = c[i * n + j];
        }
}

// CHECK-LABEL: FUNCTION below
// CHECK: = (%a)[i1 + i3 + 1][i1];
// CHECK: = (%b)[i1 + i3 + 1][i2];
// CHECK: (%b)[i1][i2] =
__attribute__((noinline)) void below(int n, const double *a, double *b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = i + 1; k < n; k++)
                b[i * n + j] += a[k * n + i] * b[k * n + j];
}

// Down from the end of each row: of this one, not of the next.
// CHECK-LABEL: FUNCTION down
// CHECK: (%a)[-1 * i1 + sext(%n) + -1][-1 * i2 + sext(%m) + -1]
__attribute__((noinline)) void down(int n, int m, int *a) {
    for (int i = n - 1; i >= 0; i--)
        for (int j = m - 1; j >= 0; j--)
            a[i * m + j] *= 3;
}

// The first column has no iteration of its own, the first row no row.
// CHECK-LABEL: FUNCTION borders
// CHECK: (%a)[i2][0] = 1
// CHECK: (%a)[0][i2] = 2
// CHECK: (%a)[i2 + 1][i3 + 1] =
__attribute__((noinline)) void borders(int n, int *restrict a) {
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < n; i++)
            a[i * n] = 1;
        for (int j = 0; j < n; j++) {
            a[j] = 2;
            for (int i = 1; i < n; i++)
                a[i * n + j] += a[(i - 1) * n + j];
        }
        for (int i = 1; i < n; i++)
            for (int j = 1; j < n; j++)
                a[i * n + j] = a[(i - 1) * n + j - 1] + 1;
    }
}

// The last row: (n - 1) * m does not wrap, n * m might.
// CHECK-LABEL: FUNCTION last
// CHECK: (%a)[sext(%n) + -1][i1] =
// CHECK: (%a)[-1 * i2 + sext(%n) + -2][i1] =
__attribute__((noinline)) void last(int n, int m, int *restrict a) {
    for (int i = 0; i < m; i++) {
        a[m * (n - 1) + i] = 7;
        for (int j = n - 2; j >= 0; j--)
            a[j * m + i] = a[(j + 1) * m + i] - 1;
    }
}

// Steps along a diagonal, and nothing that goes through a row: there is none.
// CHECK-LABEL: FUNCTION diagonal
// CHECK: (%a)[(sext(%n) + 1) * i1]
__attribute__((noinline)) void diagonal(int n, int *a) {
    for (int i = 0; i < n; i++)
        a[i * n + i] += 5;
}

// Rows of 3 and rows of 5 at the same place are no rows of each other.
// CHECK-LABEL: FUNCTION both
// CHECK-DAG: (%a)[i2][i1]
// CHECK-DAG: (%a)[i2][i1]
__attribute__((noinline)) void both(int n, int m, int *a) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++)
            a[j * n + i] += 1;
        for (int j = 0; j < 4; j++)
            a[j * m + i] *= 3;
    }
}

static double a[400], b[400], c[400];
static int v[400];

static void fill(void) {
    for (int i = 0; i < 400; i++) {
        a[i] = i % 7 - 2;
        b[i] = i % 5 * 0.5;
        c[i] = i % 3;
        v[i] = i % 11;
    }
}

static void sum(const char *what) {
    double s = 0;
    unsigned long t = 0;
    for (int i = 0; i < 400; i++) {
        s += (a[i] + 3 * b[i] + 5 * c[i]) * (i % 13 + 1);
        t = t * 31 + (unsigned)v[i];
    }
    printf("%s %a %lx\n", what, s, t);
    fill();
}

int main(void) {
    fill();
    triangle(12, 9, a, c), sum("triangle");
    triangle(9, 20, a, a + 3), sum("triangle over itself");
    triangle(12, 9, a, a), sum("triangle in place");
    below(13, a, b), sum("below");
    below(13, b, b + 1), sum("below over itself");
    below(10, b + 90, b), sum("below, close by");
    down(6, 9, v), sum("down");
    borders(9, v), sum("borders");
    last(8, 13, v), sum("last");
    diagonal(11, v), sum("diagonal");
    both(3, 5, v), sum("both");
    both(2, 1, v), sum("short rows");
    both(-3, 5, v + 100), sum("rows that go back");
    return 0;
}
