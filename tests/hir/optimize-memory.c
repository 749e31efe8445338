// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-optimize<as-is>' %s
// What is fetched again and again is visited in blocks; what LLVM cannot know to stay the same is
// in temps.
#include <stdio.h>
enum { N = 320, LARGE = 480, SMALL = 100 };
static double b[N][N], c[N][N], v[N], w[N];
static double l[LARGE][LARGE], x[LARGE][LARGE];
static double p[SMALL][SMALL], q[SMALL][SMALL], r[SMALL][SMALL];

// All of it fits into a cache.
// CHECK-LABEL: FUNCTION small
// CHECK-NOT: * i1 + i
// CHECK-LABEL: FUNCTION solve
// WHY: unroll-and-jam of a loop in 'small' done
// WHY-NOT: tiling of a loop in 'small'
__attribute__((noinline)) void small(void) {
    for (int i = 0; i < SMALL; i++)
        for (int j = 0; j < SMALL; j++)
            for (int k = 0; k < SMALL; k++)
                r[i][j] += p[i][k] * q[k][j];
}

// Right-hand sides become innermost in blocks, of which all rows stay in a cache.
// CHECK: + DO i1 = 0, {{[1-9]}}, 1
// CHECK-NEXT: |   + DO i2 = 0, 479, 1
// CHECK: (@x)[0][8 * i3][{{[0-9]+}} * i1 + i4];
// CHECK: (@x)[0][i2][{{[0-9]+}} * i1 + i4];
// CHECK-NOT: (@x)[0][i2]
// CHECK: (@x)[0][8 * i3 + 7][
// CHECK: (@x)[0][i2][{{[0-9]+}} * i1 + i4] =
// WHY: tiling of a loop in 'solve' done
// WHY: interchange of a loop in 'solve' done
// WHY: scalar replacement of a loop in 'solve' done
__attribute__((noinline)) void solve(void) {
    for (int s = 0; s < LARGE; s++)
        for (int i = 0; i < LARGE; i++) {
            double sum = x[i][s];
            for (int k = 0; k < i; k++)
                sum -= l[i][k] * x[k][s];
            x[i][s] = sum / l[i][i];
        }
}

// a[i][k] is left of all that is written: it is read before the loop. c[i][j] is written once for
// all iterations of k that are done at once.
// CHECK-LABEL: FUNCTION factor
// CHECK: (@c)[0][i1][8 * i2];
// CHECK: (@c)[0][i1][8 * i2 + 7];
// CHECK: + DO i3 = 0, -1 * i1 + 319, 1
// CHECK: (@c)[0][8 * i2][i1 + i3];
// CHECK: (@c)[0][i1][i1 + i3];
// CHECK-NOT: (@c)[0][i1][i1 + i3]
// CHECK: (@c)[0][8 * i2 + 7][i1 + i3];
// CHECK: (@c)[0][i1][i1 + i3] =
// CHECK: + END LOOP
// WHY: memory motion of a loop in 'factor' done
// WHY: scalar replacement of a loop in 'factor' done
__attribute__((noinline)) void factor(void) {
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            for (int k = 0; k < i; k++)
                c[i][j] -= c[i][k] * c[k][j];
}

// c[i][k] is one of those that are written.
// CHECK-LABEL: FUNCTION shorten
// WHY: memory motion of a loop in 'shorten' declined: another access may alias the invariant location
// WHY-NOT: memory motion of a loop in 'shorten' done
__attribute__((noinline)) void shorten(void) {
    for (int k = 0; k < SMALL; k++)
        for (int i = 0; i < SMALL; i++)
            for (int j = 0; j < SMALL; j++)
                r[i][j] = r[i][j] < r[i][k] + r[k][j] ? r[i][j] : r[i][k] + r[k][j];
}

// LLVM knows that v is elsewhere.
// WHY-NOT: memory motion of a loop in 'rows'
__attribute__((noinline)) void rows(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            v[i] += b[i][j] * w[j];
}

int main(void) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
        v[i] = w[i] = i % 7;
        for (int j = 0; j < N; j++) {
            b[i][j] = (i + j * 5) % 13;
            c[i][j] = (i * 7 + j) % 17 / 1024.0;
        }
    }
    for (int i = 0; i < LARGE; i++)
        for (int j = 0; j < LARGE; j++) {
            l[i][j] = (i * 3 + j) % 11 + (i == j ? LARGE : 0);
            x[i][j] = (i + j * 5) % 13;
        }
    for (int i = 0; i < SMALL; i++)
        for (int j = 0; j < SMALL; j++) {
            p[i][j] = (i + j) % 5;
            q[i][j] = (i * j) % 3;
        }
    small();
    solve();
    factor();
    shorten();
    rows();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += x[i][j] + b[i][j] + 3 * c[i][j] + v[j] + r[i % SMALL][j % SMALL];
    printf("%a\n", sum);
}
