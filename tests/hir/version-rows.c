// RUN: lathe opt --verbose --passes='hir-canonicalize<nests>,hir-version-rows,hir-print' %s -o /dev/null -- -g >%t.out 2>&1
// RUN: FileCheck %s --input-file=%t.out
// RUN: lathe opt --verbose --passes=hir-optimize %s -o /dev/null -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-version-rows' --passes='hir-canonicalize<nests>,hir-version-rows,hir-version<dims>,hir-perfect,hir-interchange' %s
// Rows that are reached through tables of pointers, at equal distances or not.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#define APART __attribute__((noinline))

// CHECK-DAG: versioning by rows of a loop in 'product' done
// WHY-DAG: versioning by rows of a loop in 'product' done
// WHY-DAG: interchange of a loop in 'product' done
APART void product(int n, double **c, double **a, double **b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}

// CHECK-DAG: versioning by rows of a loop in 'columns' done
// WHY-DAG: interchange of a loop in 'columns' done
APART void columns(int n, int m, double **a, double *sum) {
    for (int j = 0; j < m; j++) {
        double s = 0;
        for (int i = 0; i < n; i++)
            s += a[i][j];
        sum[j] = s;
    }
}

// Several rows of one table.
// CHECK-DAG: versioning by rows of a loop in 'smooth' done
APART void smooth(int n, double **to, double **a) {
    for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
            to[i][j] = a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1];
}

// The rows are those of the inner loop, which may run no time at all.
// CHECK-DAG: versioning by rows of a loop in 'guarded' done
APART void guarded(int n, int m, int use, double **a, double *to) {
    for (int j = 0; j < n; j++)
        if (use)
            for (int i = 0; i < m; i++)
                to[j] += a[i][j];
}

// How many rows are read depends on the loop around: the most are checked.
// CHECK-DAG: versioning by rows of a loop in 'triangle' done
APART void triangle(int n, double **a, double **b) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < j; k++)
                a[i][j] += b[k][i];
}
// Also where conditions leave some of the iterations out, and where rows begin later and later.
// CHECK-DAG: versioning by rows of a loop in 'factor' done
// WHY-DAG: unroll-and-jam of a loop in 'factor' done
APART void factor(int n, double **a) {
    for (int j = 0; j < n; j++) {
        for (int i = 0; i <= j; i++) {
            double sum = a[i][j];
            for (int k = 0; k < i; k++)
                sum -= a[i][k] * a[k][j] * 0.01;
            a[i][j] = sum * 0.5;
        }
        for (int i = j + 1; i < n; i++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[k][j] * 0.01;
            a[i][j] = sum / (a[j][j] + 9);
        }
    }
}
// CHECK-DAG: versioning by rows of a loop in 'triangular' done
// WHY-DAG: unroll-and-jam of a loop in 'triangular' done
APART void triangular(int n, double **a, double **l) {
    for (int j = 0; j < n; j++) {
        double sum = a[j][j];
        for (int k = 0; k < j; k++)
            sum -= l[j][k] * l[j][k] * 0.00001;
        l[j][j] = sum + 9;
        for (int i = j + 1; i < n; i++) {
            sum = a[i][j];
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k] * 0.00001;
            l[i][j] = sum / l[j][j];
        }
    }
}
// CHECK-DAG: versioning by rows of a loop in 'correlate' done
// WHY-DAG: interchange of a loop in 'correlate' done
APART void correlate(int n, int m, double **data, double **to) {
    for (int i = 0; i < m; i++) {
        to[i][i] = 1;
        for (int j = i + 1; j < m; j++) {
            to[i][j] = 0;
            for (int k = 0; k < n; k++)
                to[i][j] += data[k][i] * data[k][j] * 0.01;
            to[j][i] = to[i][j];
        }
    }
}
// Rows from a number on, of those that a condition leaves.
// CHECK-DAG: versioning by rows of a loop in 'late' done
APART void late(int n, int from, double **a, double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i > from)
                to[j] += a[i][j];
}

// Which of them are read is not known from the first and the last iteration.
// CHECK-DAG: versioning by rows of a loop in 'others' declined
APART void others(int n, double **a, double *to) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (i != j)
                to[j] += a[i][j];
}
// CHECK-DAG: versioning by rows of a loop in 'halves' declined
APART void halves(int n, int m, double **a, double *to) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (2 * i < m)
                to[j] += a[i][j];
}
// A dimension of the table depends on the loop around.
// CHECK-DAG: versioning by rows of a loop in 'tables' declined
APART void tables(int n, double *(*a)[4], double *to) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < 4; k++)
                to[j] += a[j][k][i];
}

// Whether a row is read depends on data: its entry may not be there.
// CHECK-DAG: versioning by rows of a loop in 'chosen' declined
APART void chosen(int n, const int *which, double **a, double *to) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (which[i])
                to[j] += a[i][j];
}

// What is written may be the table.
// CHECK-DAG: versioning by rows of a loop in 'moved' declined
APART void moved(int n, double **a, double **to) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            to[i] = a[i] + j;
}
// CHECK-DAG: versioning by rows of a loop in 'bytes' declined
APART void bytes(int n, char **a, char x) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] = x;
}

// More than a base is made of it.
// CHECK-DAG: versioning by rows of a loop in 'looked_at' declined
APART void looked_at(int n, double **a, double *to) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (a[i])
                to[j] += a[i][j];
}

// The next iteration uses it as well.
// CHECK-DAG: versioning by rows of a loop in 'kept' declined
APART void kept(int n, double **a, double *first, double *to) {
    for (int j = 0; j < n; j++) {
        double *row = first;
        for (int i = 0; i < n; i++) {
            to[j] += row[j];
            row = a[i];
        }
    }
}

// The program may end before it gets to the last row.
// CHECK-DAG: versioning by rows of a loop in 'stops' declined
APART void stops(int n, const int *which, double **a, double *to) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            if (which[i] > 5)
                exit(7);
            to[j] += a[i][j];
        }
}

// Rows that are objects of their own are reached by their own pointers, however far apart they are.
// CHECK-DAG: versioning by rows of a loop in 'update' done
__attribute__((always_inline)) static inline void update(int n, int m, double **a) {
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++)
            a[i][j] = a[i][j] * 2 + i * 5 + j;
}
static double s0[64], s1[64], s2[64], s3[64];
APART double separate(int n) {
    double *rows[] = {s0, s1, s2, s3};
    s2[5] = 1;
    s3[60] = 2;
    update(n, 64, rows);
    return s0[1] + s1[2] * 3 + s2[5] * 7 + s3[60] * 11;
}

enum { N = 37 };

// A table that ends where a page does, so that reading more of it ends the program.
static double **table(int n) {
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + 4096, 4096, PROT_NONE))
        exit(2);
    return (double **)(pages + 4096) - n;
}

static double cells[6 * N * N];

// Of all bits of all numbers.
static uint64_t total(void) {
    const unsigned char *bytes = (const unsigned char *)cells;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < sizeof cells; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash;
}

static void fill(void) {
    for (int i = 0; i < 6 * N * N; i++)
        cells[i] = i * 7919 % 1013 / 65536.0;
}

static void all(const char *name, double **c, double **a, double **b) {
    static double sum[N];
    static int which[N] = {1, 1, 0, 1};
    fill();
    product(N, c, a, b);
    printf("%s %jx ", name, total());
    columns(N, N, a, sum);
    smooth(N, c, a);
    printf("%jx ", total());
    smooth(N, a, a);
    guarded(N, N, 1, c, sum);
    guarded(N, 0, 1, NULL, sum);
    guarded(N, N, 0, NULL, sum);
    chosen(N, which, a, sum);
    looked_at(N, b, sum);
    fill(); /* nothing is to become infinite */
    triangle(N, c, a);
    fill();
    factor(N, c);
    factor(1, c + N - 1);
    factor(0, NULL);
    printf("%jx ", total());
    fill();
    triangular(N, a, c);
    triangular(2, a + N - 2, c + N - 2);
    printf("%jx ", total());
    correlate(N, N, a, c);
    correlate(2, 1, a + N - 2, c + N - 1);
    correlate(0, 2, NULL, c + N - 2);
    for (int from = -2; from < N + 2; from += 13)
        late(N, from, from < N ? a : NULL, sum);
    late(N, 20, c, sum);
    others(1, NULL, sum);
    others(N, a, sum);
    halves(N, 0, NULL, sum);
    halves(2 * N, 2 * N, a, cells);
    printf("%jx ", total());
    kept(N, a, b[0], sum);
    stops(N, which, a, sum);
    product(1, c, a, b);
    columns(1, N, a + N - 1, sum);
    columns(2, N, a + N - 2, cells);
    printf("%jx %a\n", total(), sum[3] + sum[N - 1]);
}

int main(void) {
    double **a = table(N), **b = table(N), **c = table(N);
    for (int i = 0; i < N; i++)
        a[i] = cells + i * N, b[i] = a[i] + N * N, c[i] = b[i] + N * N;
    all("even", c, a, b);
    all("same", a, a, a);
    for (int i = 0; i < N; i++)
        c[i] = cells + 5 * N * N - i * N;
    all("down", c, a, b);
    for (int i = 0; i < N; i++)
        c[i] = cells + 2 * N * N + i;
    all("overlapping", c, a, b);
    for (int i = 0; i < N; i++)
        c[i] = cells + 2 * N * N + i % 2 * N;
    all("shared", c, a, b);
    for (int i = 0; i < N; i++)
        c[i] = cells + i * 3 * N, a[i] = c[i] + N, b[i] = a[i] + N;
    all("interleaved", c, a, b);
    double *last = c[N - 1];
    c[N - 1] = c[N - 2] + N / 2;
    all("last", c, a, b);
    c[N - 1] = last;
    last = a[N / 2], a[N / 2] = a[3], a[3] = last;
    all("permuted", c, a, b);
    for (int i = 0; i < N; i++)
        a[i] = b[i] = cells + 7;
    all("one", c, a, b);
    static char *text[N], letters[N * N];
    for (int i = 0; i < N; i++)
        text[i] = letters + i * N;
    bytes(N, text, 'x');
    moved(N, b, b);
    printf("%a %a %a\n", separate(4), separate(1), separate(3));
    printf("%td %d\n", b[4] - a[4], letters[N * N - 1]);
}
