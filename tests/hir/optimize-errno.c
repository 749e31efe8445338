// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck %s
// RUN: clang-22 -O1 -fno-builtin -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.plain.ll
// RUN: lathe opt --verbose --passes=hir-optimize %t.plain.ll -o %t.bc 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize %s
// Nests beside calls that may set errno, and around them. What errno is in the end, and wherever the
// program looks at it, is what it was.
#include <errno.h>
#include <math.h>
#include <stdio.h>
enum { N = 96, LARGE = 800 };
static double a[N][N], r[N][N], q[N][N];
static double d[LARGE][LARGE];
static int seen[LARGE];

// CHECK: interchange of a loop in 'orthogonal' done
__attribute__((noinline)) static void orthogonal(int m, int n) {
    for (int k = 0; k < n; k++) {
        double norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrt(norm);
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] = a[i][j] - q[i][k] * r[k][j];
        }
    }
}

// Only what fails at all counts.
// CHECK: interchange of a loop in 'roots' done
// PLAIN-NOT: interchange of a loop in 'roots' done
__attribute__((noinline)) static void roots(void) {
    for (int j = 0; j < LARGE; j++)
        for (int i = 0; i < LARGE; i++)
            d[i][j] = sqrt(d[i][j]);
}

// Of two errors the last one counts.
// CHECK-NOT: interchange of a loop in 'powers' done
__attribute__((noinline)) static void powers(void) {
    for (int j = 0; j < LARGE; j++)
        for (int i = 0; i < LARGE; i++)
            d[i][j] = pow(d[i][j], 1.5);
}

// The program looks at it.
// CHECK-NOT: interchange of a loop in 'watched' done
__attribute__((noinline)) static void watched(void) {
    for (int j = 0; j < LARGE; j++)
        for (int i = 0; i < LARGE; i++) {
            errno = 0;
            d[i][j] = sqrt(d[i][j]);
            seen[j] += errno;
        }
}

// An int that others know may be errno.
// CHECK-NOT: interchange of a loop in 'counted' done
__attribute__((noinline)) static void counted(int *count) {
    for (int j = 0; j < LARGE; j++)
        for (int i = 0; i < LARGE; i++) {
            *count += 1;
            d[i][j] = sqrt(d[i][j]);
        }
}

static void fill(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = 1 + (i * j % 7) + i * 0.5 + (i == j);
    for (int i = 0; i < LARGE; i++)
        for (int j = 0; j < LARGE; j++)
            d[i][j] = i == 70 && j == 3 ? 1e300 : i == 3 && j == 70 ? -4 : i + j;
}

static void hash(const char *name) {
    double sum = 0;
    long all = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 0.75 + r[i][j] + q[i][j] + a[i][j];
    for (int i = 0; i < LARGE; i++) {
        all = all * 31 + seen[i];
        for (int j = 0; j < LARGE; j++) {
            double x = d[i][j];
            sum = sum * 0.75 + (x == x && x < 1e9 ? x : -1);
        }
    }
    printf("%s %a %ld %d\n", name, sum, all, errno);
    errno = 0;
    fill();
}

int main(int argc, char **argv) {
    (void)argv;
    fill();
    orthogonal(N - argc, N - argc);
    hash("orthogonal");
    roots();
    hash("roots");
    powers();
    hash("powers");
    watched();
    hash("watched");
    counted(&seen[5]);
    hash("counted");
    counted(&errno);
    hash("counted errno");
    return 0;
}
