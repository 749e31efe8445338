// RUN: lathe hir --deps %s | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-licm --passes=hir-canonicalize,hir-interchange --passes=hir-optimize %s
// Conditions that two numbers differ, bits that are set where they were not, and subscripts with few bits.
#include <stdio.h>

// CHECK-LABEL: FUNCTION other
// CHECK-NOT: [i1][i1] ->
// CHECK: 3 pairs: 2 independent, 1 dependent, 0 assumed
__attribute__((noinline)) void other(double a[64][64]) {
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            if (i != j)
                a[i][j] += a[i][i];
}

// x[j] is not x[i] while i stays, but another i is this j.
// CHECK-LABEL: FUNCTION forces
// CHECK: (%x)[i2] -> {{.*}} anti (<, <>) carried by i1
// CHECK-NOT: (%x)[i2] -> {{.*}} carried by i2
// CHECK: 3 pairs
__attribute__((noinline)) void forces(int n, double *restrict x) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j)
                x[i] += x[j];
}

// Elimination of column k from all other rows: row k stays.
// CHECK-LABEL: FUNCTION eliminate
// CHECK-NOT: (%a)[i1][i3] -> {{.*}} (0,
// CHECK: 3 pairs
__attribute__((noinline)) void eliminate(double a[restrict 40][40]) {
    for (int k = 0; k < 40; k++)
        for (int i = 0; i < 40; i++)
            if (k != i)
                for (int j = 0; j < 40; j++)
                    a[i][j] -= a[k][j] * 0.25;
}

// What differs is not what is accessed.
// CHECK-LABEL: FUNCTION unrelated
// CHECK: (%x)[i2] -> {{.*}} anti (0, 0)
__attribute__((noinline)) void unrelated(int n, double *restrict x) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i != j + 1)
                x[i] += x[j];
}

// The temp is another one when the second reference is executed.
// CHECK-LABEL: FUNCTION changed
// CHECK: (%x)[%{{.*}}] -> {{.*}} anti (0)
__attribute__((noinline)) void changed(int n, const int *restrict at, int *restrict x) {
    for (int i = 0; i < n; i++) {
        int k = at[i];
        if (k != i) {
            k = at[i + 1];
            x[i] += x[k];
        }
    }
}

// CHECK-LABEL: FUNCTION odd
// CHECK: (%x)[2 * i1 + 1] =
// CHECK: 2 pairs: 2 independent
__attribute__((noinline)) void odd(int n, int *restrict x) {
    for (int i = 0; i < n; i++)
        x[2 * i | 1] = x[2 * i] + 1;
}

// CHECK-LABEL: FUNCTION quads
// CHECK: 7 pairs: 7 independent
__attribute__((noinline)) void quads(unsigned n, int *restrict x) {
    for (unsigned i = 0; i < n; i += 4) {
        x[i | 1] = x[i] + 1;
        x[i | 3] = x[i | 2];
    }
}

// The bit may be there already.
// CHECK-LABEL: FUNCTION set
// CHECK: %{{.*}} = 2 * i1  |  2
// CHECK: dependent
__attribute__((noinline)) void set(int n, int *restrict x) {
    for (int i = 0; i < n; i++)
        x[2 * i | 2] = x[2 * i] + 1;
}

// CHECK-LABEL: FUNCTION bytes
// CHECK: (%x)[zext.i8.i64(i1)] =
__attribute__((noinline)) void bytes(int n, int *restrict x) {
    for (int i = 0; i < n; i++)
        x[(unsigned char)i] = x[i] + 1;
}

static double a[64][64], b[40][40], x[300];
static int y[700], at[300];

int main(void) {
    double s = 0;
    long t = 0;
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 64; j++)
            a[i][j] = i + j % 5;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            b[i][j] = (i * 3 + j) % 7 * 0.25;
    for (int i = 0; i < 300; i++) {
        x[i] = i % 9;
        at[i] = (i * 7) % 290;
    }
    for (int i = 0; i < 700; i++)
        y[i] = i % 23;
    other(a), eliminate(b), forces(12, x), unrelated(9, x + 100);
    changed(290, at, y), odd(100, y), quads(200, y + 300), set(100, y), bytes(290, y);
    for (int i = 0; i < 4096; i++)
        s = s * 1.001 + a[i / 64][i % 64] + b[i / 64 % 40][i % 40] + x[i % 300];
    for (int i = 0; i < 700; i++)
        t = t * 31 + y[i];
    printf("%a %lx\n", s, (unsigned long)t);
    return 0;
}
