// RUN: lathe opt --verbose --passes='hir-canonicalize,hir-version<level=2>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.2.bc 2>&1 | FileCheck --check-prefix=DRIVER %s
// RUN: llvm-dis %t.2.bc -o %t.ll
// RUN: sed 's/call void @llvm.experimental.noalias.scope.decl(metadata [^)]*)/call void @checked()/' %t.ll > %t.told.ll
// RUN: clang -w %t.told.ll -o %t.exe
// RUN: %t.exe | FileCheck --check-prefix=TOOK %s
// RUN: %python %tests/run/compare.py --passes='hir-canonicalize,hir-version<level=2>' --passes='hir-canonicalize,hir-version<level=2>,hir-canonicalize,hir-interchange' --passes='hir-canonicalize,hir-version<level=2>,hir-canonicalize,hir-unroll-jam' --passes='hir-canonicalize,hir-version<level=3>,hir-distribute' --passes=hir-optimize %s
// Checks before a nest in another loop: beside a call, and of what only that loop knows. They hold for one iteration of
// it, and may for the next one not.
#include <stdio.h>
#include <string.h>

static int fast;
__attribute__((noinline)) void checked(void) { // in place of the scopes that begin where checks have held
    fast++;
}

static double seen;
__attribute__((noinline)) void report(int n, const double *p) {
    seen += n * 0.5 + p[0];
}

// DRIVER: versioning of a loop in 'beside' done
// DRIVER: interchange of a loop in 'beside' done
// WHY: versioning of a loop in 'beside' done
__attribute__((noinline)) void beside(int n, int ld, int times, const double *a, double *b) {
    for (int t = 0; t < times; t++) {
        report(t, b);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                b[i * ld + j] += 2 * a[i * ld + j];
    }
}

// The nest starts later, and gets smaller: the last iterations do not reach b any more.
// DRIVER: versioning of a loop in 'smaller' done
// WHY: versioning of a loop in 'smaller' done
__attribute__((noinline)) void smaller(int n, int ld, double *a, const double *b) {
    for (int t = 0; t < n; t++) {
        report(t, b);
        for (int j = t; j < n; j++)
            for (int i = t; i < n; i++)
                a[i * ld + j] -= b[i * ld + j] + 1;
    }
}

// What is written in one iteration is read in the next: only those of the inner loops may change places.
// WHY: versioning of a loop in 'shifts' done
__attribute__((noinline)) void shifts(int n, int ld, double *a, double *b) {
    for (int t = 0; t < 3; t++) {
        report(t, a);
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                a[t * ld * n + i * ld + j] = b[t * ld * n + i * ld + j] + 1;
    }
}

// Each iteration has a matrix of its own.
// DRIVER: versioning of a loop in 'several' done
// WHY: versioning of a loop in 'several' done
__attribute__((noinline)) void several(int count, int n, double **m, const double *by) {
    for (int t = 0; t < count; t++) {
        double *a = m[t];
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                a[i * n + j] *= by[i * n + j];
    }
}

static double x[4000];

static void fill(void) {
    for (int i = 0; i < 4000; i++)
        x[i] = i % 13 - 3 + i * 0.125;
    fast = 0;
}

static void tell(const char *what) {
    double sum = seen;
    for (int i = 0; i < 4000; i++)
        sum = sum * 1.0001 + x[i];
    printf("%s %d %a\n", what, fast, sum);
    fill();
}

int main(void) {
    double *m[4] = {x, x + 150, x + 300, x + 3000};
    fill();
    // Two scopes for each time.
    // TOOK: beside 6
    beside(10, 12, 3, x, x + 2000), tell("beside");
    // TOOK-NEXT: beside, too close 0
    beside(10, 12, 3, x, x + 4), tell("beside, too close");
    // TOOK-NEXT: beside, rows too short 0
    beside(14, 12, 3, x, x + 2000), tell("beside, rows too short");
    // TOOK-NEXT: beside, empty 0
    beside(0, 0, 2, x, x), tell("beside, empty");
    // TOOK: smaller 24
    smaller(12, 12, x, x + 2000), tell("smaller");
    // TOOK-NEXT: smaller, reaches at first 10
    smaller(12, 12, x, x + 60), tell("smaller, reaches at first");
    // TOOK-NEXT: smaller, from below 10
    smaller(12, 12, x + 60, x), tell("smaller, from below");
    shifts(8, 8, x + 64, x), tell("shifts");
    shifts(8, 8, x, x + 2000), tell("shifts far");
    shifts(8, 8, x, x + 64), tell("shifts back");
    // TOOK: several 8
    several(4, 10, m, x + 1000), tell("several");
    // TOOK-NEXT: several, some over the factors 6
    several(4, 12, m, x + 310), tell("several, some over the factors");
    return 0;
}
