// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-sink %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-sink --passes=hir-canonicalize,hir-sink,hir-interchange %s
// What is computed before a loop and only for it goes into it, or does not.
#include <stdio.h>
static double a[30][40], b[40], c[30], d[30];

// CHECK-LABEL: FUNCTION scaled
// CHECK: + DO i1 = 0, 29, 1
// CHECK-NEXT: | + DO i2 = 0, 39, 1
// CHECK-NEXT: | | %{{.*}} = (@c)[0][i1];
// WHY: sink.c:[[@LINE+3]]:{{.*}} sinking into the start of a loop in 'scaled' done
__attribute__((noinline)) void scaled(double x) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            a[i][j] += x * c[i] * b[j];
}

// The loop changes what was loaded, though not before its last iteration.
// CHECK-LABEL: FUNCTION overwritten
// CHECK: = (@b)[0][i1 + 5];
// CHECK: + DO i2
// WHY: sinking into the start of a loop in 'overwritten' declined: a value computed before it depends on memory or temps that it changes [changes]
__attribute__((noinline)) void overwritten(void) {
    for (int i = 0; i < 30; i++) {
        double x = b[i + 5];
        for (int j = 0; j <= i + 5; j++)
            b[j] = x + j;
    }
}

// A near miss: the loop ends before.
// CHECK-LABEL: FUNCTION not_so_far
// CHECK: + DO i2
// CHECK-NEXT: = (@b)[0][i1 + 5];
// WHY: sinking into the start of a loop in 'not_so_far' done
__attribute__((noinline)) void not_so_far(void) {
    for (int i = 0; i < 30; i++) {
        double x = b[i + 5];
        for (int j = 0; j < i + 5; j++)
            b[j] = x + j;
    }
}

// CHECK-LABEL: FUNCTION also_behind
// CHECK: = (@c)[0][i1];
// CHECK: + DO i2
// WHY: sinking into the start of a loop in 'also_behind' declined: a value computed before it is also read elsewhere [temp-crosses]
__attribute__((noinline)) void also_behind(void) {
    for (int i = 0; i < 30; i++) {
        double x = c[i] * 0.5;
        for (int j = 0; j < 40; j++)
            a[i][j] += x;
        d[i] = x;
    }
}

// CHECK-LABEL: FUNCTION perfect
// WHY: sinking into the start of a loop in 'perfect' declined: no computation directly before it is used by it alone [nothing-before]
__attribute__((noinline)) void perfect(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            a[i][j] *= 0.5;
}

static void show(const char *name) {
    double hash = 0;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            hash = hash * 0.75 + a[i][j] + b[j] * c[i] - d[i];
    printf("%s %.17g\n", name, hash);
    for (int j = 0; j < 40; j++)
        b[j] = j * j % 17;
    for (int i = 0; i < 30; i++)
        c[i] = i % 4;
}

int main(void) {
    show("start");
    scaled(1.5);
    show("scaled");
    overwritten();
    show("overwritten");
    not_so_far();
    show("not so far");
    also_behind();
    show("also behind");
    perfect();
    show("perfect");
    return 0;
}
