// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-reduce-in-memory %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-reduce-in-memory --passes=hir-canonicalize,hir-reduce-in-memory,hir-distribute,hir-interchange %s
// Sums that are kept where they are stored in the end, and those that are not.
#include <stdio.h>
static double a[30][40], b[50], c[30], d[30];
static int e[30][40], f[40];

// CHECK-LABEL: FUNCTION rows
// CHECK: (@c)[0][i1] = 0.000000e+00;
// CHECK-NEXT: | + DO i2 = 0, 39, 1
// CHECK: [[OLD:%.*]] = (@c)[0][i1];
// CHECK: [[NEW:%.*]] = @llvm.fmuladd.f64(%{{.*}}, %{{.*}}, [[OLD]]);
// CHECK-NEXT: (@c)[0][i1] = [[NEW]];
// CHECK-NEXT: | + END LOOP
// CHECK-NEXT: + END LOOP
// WHY: reduce-in-memory.c:[[@LINE+4]]:{{.*}} reduction in memory of a loop in 'rows' done
__attribute__((noinline)) void rows(void) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++)
            s += a[i][j] * b[j];
        c[i] = s;
    }
}

// It starts with what is there already: nothing is left before the loop.
// CHECK-LABEL: FUNCTION goes_on
// CHECK: + DO i1 = 0, 29, 1
// CHECK-NEXT: | + DO i2 = 0, 39, 1
// CHECK: [[OLD:%.*]] = (@c)[0][i1];
// CHECK: (@c)[0][i1] =
// WHY: reduction in memory of a loop in 'goes_on' done
__attribute__((noinline)) void goes_on(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            c[i] += a[i][j] * b[j];
}

// The store is behind an if, in one way of which the loop is.
// CHECK-LABEL: FUNCTION guarded
// CHECK: if (0 < %n)
// CHECK: (@c)[0][i1] = 1.000000e+00;
// CHECK: + DO i2
// CHECK: (@c)[0][i1] = %
// CHECK: else
// CHECK: (@c)[0][i1] = 1.000000e+00;
// WHY: reduction in memory of a loop in 'guarded' done
__attribute__((noinline)) void guarded(int n) {
    for (int i = 0; i < 30; i++) {
        double s = 1;
        for (int j = 0; j < n; j++)
            s += a[i][j];
        c[i] = s;
    }
}

// Over two loops.
// CHECK-LABEL: FUNCTION window
// CHECK: + DO i2
// CHECK: + DO i3
// CHECK: (@c)[0][i1] =
// WHY: reduction in memory of a loop in 'window' done
__attribute__((noinline)) void window(void) {
    for (int i = 0; i < 20; i++) {
        double s = 0.5;
        for (int y = 0; y < 3; y++)
            for (int x = 0; x < 3; x++)
                s += a[i + y][x];
        c[i] = s;
    }
}

// The loop reads what would be overwritten.
// CHECK-LABEL: FUNCTION reads_it
// CHECK: + END LOOP
// CHECK-NEXT: (@b)[0][i1 + 3] =
// WHY: reduction in memory of a loop in 'reads_it' declined: the memory that the sum is stored to is accessed before the store [dependence]
__attribute__((noinline)) void reads_it(void) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++)
            s += a[i][j] * b[j];
        b[i + 3] = s;
    }
}

// A near miss: the loop ends before it gets there.
// CHECK-LABEL: FUNCTION ends_before
// CHECK: (@b)[0][i1 + 3] =
// CHECK: + DO i2
// WHY: reduction in memory of a loop in 'ends_before' done
__attribute__((noinline)) void ends_before(void) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < i + 3; j++)
            s += a[i][j] * b[j];
        b[i + 3] = s;
    }
}

// Others get the sum from there.
// CHECK-LABEL: FUNCTION two_places
// CHECK: + DO i2
// CHECK: (@c)[0][i1] =
// CHECK: + END LOOP
// CHECK-NEXT: [[SUM:%.*]] = (@c)[0][i1];
// CHECK-NEXT: (@d)[0][i1] = [[SUM]];
// WHY: reduction in memory of a loop in 'two_places' done
__attribute__((noinline)) void two_places(void) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++)
            s += a[i][j];
        c[i] = s;
        d[i] = s;
    }
}

// What is stored is made from the sum, behind an if.
// CHECK-LABEL: FUNCTION average
// CHECK: if (0 < %n)
// CHECK: (@c)[0][i1] = 0.000000e+00;
// CHECK-NEXT: + DO i2
// CHECK: (@c)[0][i1] = %
// CHECK: else
// CHECK: (@c)[0][i1] = 0.000000e+00;
// CHECK: [[SUM:%.*]] = (@c)[0][i1];
// CHECK: [[ALL:%.*]] = [[SUM]] / %
// CHECK-NEXT: (@c)[0][i1] = [[ALL]];
// WHY: reduction in memory of a loop in 'average' done
__attribute__((noinline)) void average(int n, double x) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            s += a[i][j];
        c[i] = s / (x + i);
    }
}

// Whether the loop runs or not, what it starts with is there already.
// CHECK-LABEL: FUNCTION from_there
// CHECK: if (0 < %n)
// CHECK-NEXT: {
// CHECK-NEXT: + DO i2
// CHECK: + END LOOP
// CHECK-NEXT: }
// CHECK-NEXT: = (@c)[0][i1];
// WHY: reduction in memory of a loop in 'from_there' done
__attribute__((noinline)) void from_there(int n, double x) {
    for (int i = 0; i < 30; i++) {
        double s = c[i];
        for (int j = 0; j < n; j++)
            s += a[i][j];
        c[i] = s / x;
    }
}

// A near miss: by then it is not.
// CHECK-LABEL: FUNCTION no_longer_there
// CHECK: [[OLD:%.*]] = (@c)[0][i1];
// CHECK: if (0 < %n)
// CHECK-NEXT: {
// CHECK-NEXT: (@c)[0][i1] = [[OLD]];
// CHECK-NEXT: + DO i2
// CHECK: else
// CHECK: (@c)[0][i1] = [[OLD]];
// WHY: reduction in memory of a loop in 'no_longer_there' done
__attribute__((noinline)) void no_longer_there(int n, double x, double *p) {
    for (int i = 0; i < 30; i++) {
        double s = c[i];
        p[i] = 7;
        for (int j = 0; j < n; j++)
            s += a[i][j];
        c[i] = s / x;
    }
}

// A near miss: what was there before is needed behind the loop.
// CHECK-LABEL: FUNCTION added
// CHECK: + END LOOP
// CHECK: (@c)[0][i1] =
// WHY: reduction in memory of a loop in 'added' declined: the memory that the sum is stored to is accessed before the store [dependence]
__attribute__((noinline)) void added(void) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++)
            s += a[i][j];
        c[i] = c[i] - s;
    }
}

// The sum is in memory all the time, for the loop may read it there; it need not be anywhere else.
// CHECK-LABEL: FUNCTION stored_each_time
// CHECK: + DO i1
// CHECK: + DO i2
// CHECK: [[OLD:%.*]] = (@b)[0][i1 + 5];
// CHECK-NEXT: [[NEW:%.*]] = @llvm.fmuladd.f64(%{{.*}}, %{{.*}}, [[OLD]]);
// CHECK-NEXT: (@b)[0][i1 + 5] = [[NEW]];
// WHY: reduction in memory of a loop in 'stored_each_time' done
__attribute__((noinline)) void stored_each_time(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 10; j++)
            b[i + 5] += a[i][j] * b[j];
}

// CHECK-LABEL: FUNCTION volatile_place
// WHY: reduction in memory of a loop in 'volatile_place' declined: no temp that it assigns is stored after it [no-sum]
__attribute__((noinline)) void volatile_place(volatile double *p) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++)
            s += a[i][j];
        p[0] = s;
    }
}

__attribute__((noinline)) double weight(double x);

// If it does not return, nothing has been stored.
// CHECK-LABEL: FUNCTION calls
// WHY: reduction in memory of a loop in 'calls' declined
__attribute__((noinline)) void calls(double *restrict p) {
    for (int i = 0; i < 30; i++) {
        double s = 0;
        for (int j = 0; j < 40; j++)
            s += weight(a[i][j]);
        p[i] = s;
    }
}

// The sum goes on from row to row.
// CHECK-LABEL: FUNCTION running
// WHY: reduction in memory of a loop in 'running' declined: the sum does not start right before it [no-start]
__attribute__((noinline)) void running(void) {
    double s = 0;
    for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 40; j++)
            s += a[i][j];
        c[i] = s;
    }
}

// Integers, and a choice in each step.
// CHECK-LABEL: FUNCTION counts
// CHECK: + DO i2 = 0, 29, 1
// CHECK: (@f)[0][i1] = %
// WHY: reduction in memory of a loop in 'counts' done
__attribute__((noinline)) void counts(void) {
    for (int j = 0; j < 40; j++) {
        int s = 0;
        for (int i = 0; i < 30; i++)
            if (e[i][j] > 3)
                s += e[i][j];
        f[j] = s;
    }
}

double weight(double x) {
    return x * 0.5;
}

static void show(const char *name) {
    double hash = 0;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            hash = hash * 0.75 + a[i][j] + b[j + 10] * c[i] - d[i] + f[j];
    printf("%s %.17g\n", name, hash);
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            a[i][j] = e[i][j] = i * j % 11;
    for (int j = 0; j < 50; j++)
        b[j] = j * j % 17 * 0.3;
}

int main(void) {
    volatile double place;
    show("start");
    rows();
    show("rows");
    goes_on();
    show("goes on");
    guarded(0);
    show("guarded");
    guarded(17);
    show("guarded");
    window();
    show("window");
    reads_it();
    show("reads it");
    ends_before();
    show("ends before");
    two_places();
    show("two places");
    average(0, 2);
    show("average");
    average(31, 2);
    show("average");
    from_there(0, 3);
    from_there(19, 3);
    show("from there");
    no_longer_there(0, 5, c);
    no_longer_there(19, 5, c);
    show("no longer there");
    added();
    show("added");
    stored_each_time();
    show("stored each time");
    volatile_place(&place);
    calls(c);
    show("calls");
    running();
    show("running");
    counts();
    show("counts");
    printf("%.17g\n", place);
    return 0;
}
