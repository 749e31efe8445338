// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --passes='hir-canonicalize<nests>,hir-version' %s
// a[i * n + j] of unsigned numbers has rows of n if nothing wraps, and j stays below n.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#define APART __attribute__((noinline))

// WHY-DAG: interchange of a loop in 'product' done
// CHECK-LABEL: FUNCTION product
// CHECK: (%c)[i1][i2] = 0
APART void product(unsigned n, double *c, const double *a, const double *b) {
    for (unsigned i = 0; i < n; i++)
        for (unsigned j = 0; j < n; j++) {
            double s = 0;
            for (unsigned k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
}

// WHY-DAG: interchange of a loop in 'walk' done
APART void walk(unsigned rows, unsigned columns, unsigned n, short *c, const short *a) {
    for (unsigned j = 0; j < columns; j++)
        for (unsigned i = 0; i < rows; i++)
            c[i * n + j] = (short)(c[i * n + j] * 3 + a[i * n + j] + (int)(i * 5 + j));
}

// The next row: n is a term of its own, too.
// WHY-DAG: interchange of a loop in 'below' done
APART void below(unsigned rows, unsigned columns, unsigned n, short *c, const short *a) {
    for (unsigned j = 0; j < columns; j++)
        for (unsigned i = 0; i < rows; i++)
            c[(i + 1) * n + j] = (short)(c[(i + 1) * n + j] * 3 + a[(i + 2) * n + j + 1]);
}

enum { N = 50 };
static double d[3][N * N];

static uint64_t hash(const void *at, size_t count) {
    const unsigned char *bytes = at;
    uint64_t all = 14695981039346656037u;
    for (size_t i = 0; i < count; i++)
        all = (all ^ bytes[i]) * 1099511628211u;
    return all;
}

static void try(const char *name, unsigned rows, unsigned columns, unsigned n, short *c, short *a) {
    for (int i = 0; i < 5000; i++)
        c[i] = (short)(i * 7 % 11), a[i] = (short)(i % 5);
    walk(rows, columns, n, c, a);
    below(rows, columns - 1, n, c, a);
    printf("%s %jx %jx\n", name, hash(c, 10000), hash(a, 10000));
}

int main(void) {
    for (int i = 0; i < N * N; i++)
        d[0][i] = i % 13, d[1][i] = i % 7;
    product(N, d[2], d[0], d[1]);
    product(0, NULL, NULL, NULL);
    printf("%jx\n", hash(d, sizeof d));
    size_t size = (size_t)1 << 34;
    short *c = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (c == MAP_FAILED)
        return 2;
    short *a = c + size / sizeof *a;
    try("apart", 60, 60, 60, c, a);
    try("shorter", 60, 60, 7, c, a);
    try("none", 60, 60, 0, c, a);
    try("half", 6, 60, 0x80000000u, c, a);
    try("around", 60, 60, 0u - 10, c + 4000, a + 4000);
    try("shifted", 60, 60, 60, c, c + 61);
    try("before", 60, 60, 60, c + 61, c);
}
