// RUN: lathe opt --passes='inferattrs,hir-canonicalize<nests>,hir-print' %s -o /dev/null | FileCheck %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o /dev/null -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>' %s
// Loads that are the same in all of a nest are done before it, under the conditions of the nest.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct matrix { int rows, columns; double *d; } matrix;

// CHECK-LABEL: FUNCTION product
// CHECK-NOT: (%{{[abc]}})[
// CHECK: (%ahead{{[0-9]*}})[i1][i3];
// CHECK-NEXT: (%ahead{{[0-9]*}})[i3][i2];
// CHECK: (%ahead{{[0-9]*}})[i1][i2] =
// CHECK-NOT: (%{{[abc]}})[
// WHY: interchange of a loop in 'product' done
__attribute__((noinline)) void product(matrix *c, const matrix *a, const matrix *b) {
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            double s = 0;
            for (int k = 0; k < a->columns; k++)
                s += a->d[i * a->columns + k] * b->d[k * b->columns + j];
            c->d[i * c->columns + j] = s;
        }
}

// What is written may be the bounds.
typedef struct table { int rows, columns; int *d; } table;
// CHECK-LABEL: FUNCTION fill
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void fill(table *t, int x) {
    for (int j = 0; j < t->columns; j++)
        for (int i = 0; i < t->rows; i++)
            t->d[i * t->columns + j] = x;
}

// Whether it is loaded depends on data.
// CHECK-LABEL: FUNCTION sometimes
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void sometimes(const int *which, int n, const matrix *m, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (which[i])
                to[i] += m->d[j];
}

// The program may end before it is loaded.
// CHECK-LABEL: FUNCTION leaves
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void leaves(const int *which, int n, const matrix *m, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (which[j] < 0)
                exit(3);
            to[i] += m->d[j];
        }
}

// Or the loop before it may never end, as a loop with a constant condition need not.
// CHECK-LABEL: FUNCTION waits
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void waits(const int *which, int k, int n, const matrix *m, double *to) {
    for (int i = 0; i < k; i++) {
        for (int j = 0; 1; j++)
            if (which[j & 1])
                break;
        for (int j = 0; j < n; j++)
            to[i] += m->d[j];
    }
}

// CHECK-LABEL: FUNCTION observed
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void observed(int n, double *volatile const *m, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            to[i] += (*m)[j];
}

// A call that sets errno writes no pointer; but perhaps the bounds.
// CHECK-LABEL: FUNCTION roots
// CHECK: (%ahead{{[0-9]*}})[
// CHECK: = (%m)[0];
// CHECK: END REGION
__attribute__((noinline)) void roots(const matrix *m, int n, int k, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++)
            to[i] += sqrt(m->d[j]) + m->rows + m->columns;
}

// Without rows, none of the pointers is loaded: they lead nowhere.
// The loop inside runs in the first iteration if it does in any, since i goes up.
// CHECK-LABEL: FUNCTION upper
// CHECK-NOT: (%m)[
// CHECK: (%ahead{{[0-9]*}})[i1 + i2 + 1]
// CHECK: END REGION
__attribute__((noinline)) void upper(int n, const matrix *m, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            to[i] += m->d[j];
}

// In the first iteration it does not run, later it may.
// CHECK-LABEL: FUNCTION lower
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void lower(int n, const matrix *m, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            to[i] += m->d[j];
}

// CHECK-LABEL: FUNCTION down
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void down(int n, const matrix *m, double *to) {
    for (int i = n - 1; i >= 0; i--)
        for (int j = i + 1; j < n; j++)
            to[i] += m->d[j];
}

// i wraps, and runs on from 0.
// CHECK-LABEL: FUNCTION wraps
// CHECK-NOT: ahead
// CHECK: END REGION
__attribute__((noinline)) void wraps(unsigned from, unsigned to, const matrix *m, double *x) {
    for (unsigned i = from; i != to; i++)
        for (unsigned j = i; j < 9; j++)
            x[j] += m->d[j];
}

// The load inside is loaded under more conditions than the one after it: it becomes that one. What is
// known before the nest is still known after the branches of loads: bounds are as they were written.
// CHECK-LABEL: FUNCTION deeper_first
// CHECK: + DO i1 = 0, {{(zext\()?%m\)?}} + -1, 1
// CHECK: + DO i3 =
// CHECK: (%[[D:ahead[0-9]*]])[i2] = %
// CHECK: END LOOP
// CHECK: (%[[D]])[i2] = %
__attribute__((noinline)) void deeper_first(int m, int n, int k, const matrix *b, double *x) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int l = 0; l < k; l++)
                b->d[j] += x[l];
            b->d[j] *= 0.5;
        }
}

// Neither of the two is executed under all conditions of the other.
// CHECK-LABEL: FUNCTION either
// CHECK: + DO i3 =
// CHECK: (%[[D:ahead[0-9]*]])[i2] = %
// CHECK: + DO i3 =
// CHECK-NOT: (%[[D]])[
// CHECK: (%ahead{{[0-9]*}})[i2] = %
__attribute__((noinline)) void either(int m, int n, int k, int l, const matrix *b, double *x) {
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int p = 0; p < k; p++)
                b->d[j] += x[p];
            for (int p = 0; p < l; p++)
                b->d[j] -= 0.5 * x[p];
        }
}

int main(void) {
    enum { N = 40 };
    static double d[3][N * N];
    static int cells[N * N], which[N] = {[2] = 1};
    matrix a = {N, N, d[0]}, b = {N, N, d[1]}, c = {N, N, d[2]};
    table t = {N, N, cells};
    double sum = 0, *volatile seen = d[0];
    for (int i = 0; i < N * N; i++)
        d[0][i] = i % 13, d[1][i] = i % 7;
    product(&c, &a, &b);
    product(&(matrix){N, 0, NULL}, &(matrix){N, N, NULL}, &(matrix){N, 0, NULL});
    product(&(matrix){0, 0, NULL}, &(matrix){0, 0, NULL}, NULL);
    matrix none = {N, 0, NULL}, *nowhere = NULL;
    product(&c, &none, &b);
    fill(&t, 3);
    sometimes(which, N, &a, d[1]);
    for (int i = 0; i < N; i++)
        which[i] = 0;
    sometimes(which, N, nowhere, d[1]);
    leaves(which, N, &a, d[2]);
    which[1] = 1;
    waits(which, N, N, &a, d[0]);
    observed(N, &seen, d[1]);
    roots(&b, N, N, d[2]);
    for (int n = 0; n < N; n += n ? 13 : 1) {
        upper(n, n > 1 ? &b : nowhere, d[0]);
        lower(n, n > 1 ? &b : nowhere, d[0]);
        down(n, n > 1 ? &b : nowhere, d[0]);
    }
    wraps(-2u, 5, &b, d[0]);
    wraps(9, 11, nowhere, d[0]);
    for (int n = 0; n < N; n += n ? 13 : 1) {
        deeper_first(n, n / 2, 3, n > 1 ? &b : nowhere, d[0]);
        deeper_first(n, n / 2, 0, n > 1 ? &b : nowhere, d[0]);
        either(n, n, 0, 3, n ? &b : nowhere, d[0]);
        either(n, n, 2, 0, n ? &b : nowhere, d[0]);
        either(n, n, 0, 0, nowhere, d[0]);
    }
    for (int i = 0; i < N * N; i++)
        sum += d[0][i] + 3 * d[1][i] + 7 * d[2][i] + cells[i];
    printf("%a\n", sum);
    if (getenv("NEVER"))
        which[3] = -1, leaves(which, N, nowhere, d[2]);
}
