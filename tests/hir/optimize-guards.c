// RUN: lathe opt --passes='inferattrs,hir-canonicalize<nests>,hir-print' %s -o /dev/null | FileCheck %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o /dev/null -- -g 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-optimize --cflags=-ffp-contract=off %s
// Loops that follow one another have one zero-trip test: the way past the first is past all.
#include <math.h>
#include <stdio.h>
#define APART __attribute__((noinline))

// CHECK-LABEL: FUNCTION normalise
// CHECK: if (0 < %n)
// CHECK-NOT: if (0 < %n)
// CHECK-NOT: goto
// CHECK: END REGION
// WHY: unroll-and-jam of a loop in 'normalise' done
APART void normalise(int n, int m, double *a) {
    for (int j = 0; j < m; j++) {
        double mean = 0, dev = 0;
        for (int i = 0; i < n; i++)
            mean += a[i * m + j];
        mean /= n;
        for (int i = 0; i < n; i++)
            dev += (a[i * m + j] - mean) * (a[i * m + j] - mean);
        dev = sqrt(dev / n);
        for (int i = 0; i < n; i++)
            a[i * m + j] = dev > 0 ? (a[i * m + j] - mean) / dev : 0;
    }
}

// Another bound is another test.
// CHECK-LABEL: FUNCTION others
// CHECK: if (0 < %n)
// CHECK: if (0 < %k)
// CHECK: END REGION
APART void others(int n, int k, int m, double *a) {
    for (int j = 0; j < m; j++) {
        double mean = 0;
        for (int i = 0; i < n; i++)
            mean += a[i * m + j];
        for (int i = 0; i < k; i++)
            a[i * m + j] -= mean;
    }
}

int main(void) {
    static double a[90 * 70];
    for (int i = 0; i < 90 * 70; i++)
        a[i] = i * 7919 % 1013 / 64.0;
    normalise(90, 70, a);
    printf("%a %a %a\n", a[0], a[71], a[6299]);
    normalise(1, 70, a);
    others(80, 90, 70, a);
    others(80, 0, 70, a);
    others(0, 3, 70, a);
    normalise(33, 33, a);
    normalise(0, 5, a);
    normalise(5, 0, a);
    for (int i = 0; i < 90 * 70; i += 97)
        printf("%a\n", a[i]);
}
