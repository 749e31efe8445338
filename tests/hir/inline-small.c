// RUN: lathe opt --passes='hir-canonicalize<nests>' %s -o %t.ll -- -g && FileCheck %s --input-file=%t.ll
// RUN: lathe opt --verbose --passes=hir-optimize %s -o /dev/null -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>' %s
// RUN: clang -O1 -Xclang -disable-llvm-passes -DSAME -S -emit-llvm %s -o %t.same.ll
// RUN: lathe opt --passes=verify %t.same.ll -o %t.plain.ll
// RUN: lathe opt --passes=hir-optimize %t.same.ll -o %t.tried.ll
// RUN: diff %t.plain.ll %t.tried.ll
// Accessors and index functions that are called in nests become part of them.
#include <stdio.h>
typedef struct matrix { int rows, columns; double *d; } matrix;
#define APART __attribute__((noinline))

static int at(const matrix *m, int i, int j) { return i * m->columns + j; }
static double get(const matrix *m, int i, int j) { return m->d[at(m, i, j)]; }

#ifndef SAME
static void set(matrix *m, int i, int j, double x) { m->d[at(m, i, j)] = x; }
// CHECK-LABEL: define {{.*}} @product(
// CHECK-NOT: call {{.*}} @get
// CHECK-NOT: call {{.*}} @set
// CHECK-NOT: call {{.*}} @at
// CHECK: ret void
// WHY: interchange of a loop in 'product' done
APART void product(matrix *c, const matrix *a, const matrix *b) {
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            double s = 0;
            for (int k = 0; k < a->columns; k++)
                s += get(a, i, k) * get(b, k, j);
            set(c, i, j, s);
        }
}

// The loop of the callee makes the nest.
// CHECK-LABEL: define {{.*}} @columns(
// CHECK-NOT: call {{.*}} @column
// CHECK: ret void
// WHY: interchange of a loop in 'columns' done
static double column(const double *d, int n, int j) {
    double s = 0;
    for (int i = 0; i < n; i++)
        s += d[i * n + j];
    return s;
}
APART void columns(const double *restrict d, int n, double *restrict to) {
    for (int j = 0; j < n; j++)
        to[j] = column(d, n, j);
}
#endif

// What LLVM never inlines, or what another unit may define, stays a call.
APART static double fetch(const matrix *m, int i, int j) { return m->d[at(m, i, j)]; }
__attribute__((weak)) double other(const matrix *m, int i, int j) { return m->d[at(m, i, j)]; }
__attribute__((target("avx512f"))) static double wide(const matrix *m, int i) { return m->d[i]; }
static double depth(const matrix *m, int i) { return i ? depth(m, i - 1) : m->d[i]; }
// CHECK-LABEL: define {{.*}} @calls(
// CHECK: call {{.*}} @fetch
// CHECK: call {{.*}} @other
// CHECK: call {{.*}} @wide
// CHECK: call {{.*}} @depth
APART void calls(const matrix *m, int never, double *to) {
    for (int j = 0; j < m->columns; j++)
        for (int i = 0; i < m->rows; i++) {
            to[i] += fetch(m, i, j) + other(m, j, i) + get(m, i, j);
            if (never)
                to[j] += wide(m, i) + depth(m, j);
        }
}

#ifndef SAME
// Not in a loop: nothing is gained.
// CHECK-LABEL: define {{.*}} @outside(
// CHECK: call {{.*}} @get
APART double outside(const matrix *m, double *to) {
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->columns; j++)
            to[i] += j;
    return get(m, 1, 2);
}
#endif

int main(void) {
    enum { N = 60 };
    static double d[3][N * N], to[N];
    matrix a = {N, N, d[0]}, b = {N, N, d[1]}, c = {N, N, d[2]};
    double sum = 0;
    for (int i = 0; i < N * N; i++)
        d[0][i] = i % 13, d[1][i] = i % 7;
#ifndef SAME
    product(&c, &a, &b);
    columns(d[2], N, to);
    sum += outside(&c, to);
#endif
    calls(&c, 0, to);
    for (int i = 0; i < N; i++)
        sum += to[i] + d[2][i * i];
    printf("%a\n", sum);
}
