// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-hoist-if %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-hoist-if --passes=hir-canonicalize,hir-hoist-if,hir-interchange %s
// Guards that get around loops, and those that do not.
#include <stdio.h>
static int a[30][40], b[40];

// The zero-trip test of the inner loop, which no longer is between the two.
// CHECK-LABEL: FUNCTION zero_trip
// CHECK: + DO i1 = 0, zext(%n) + -1, 1
// CHECK-NEXT: | + DO i2 = 0, zext(%m) + -1, 1
// WHY: hoist-if.c:[[@LINE+2]]:{{.*}} hoisting of the guard of a loop in 'zero_trip' done
__attribute__((noinline)) void zero_trip(int n, int m) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += i + j;
}

// Each way gets a loop.
// CHECK-LABEL: FUNCTION two_ways
// CHECK: + DO i1 = 0, 29, 1
// CHECK-NEXT: | (@b)[0][i1] = {{[34]}};
// CHECK-NEXT: + END LOOP
// CHECK: + DO i1 = 0, 29, 1
// CHECK-NEXT: | (@b)[0][i1] = {{[34]}};
// CHECK-NEXT: + END LOOP
// WHY: hoisting of the guard of a loop in 'two_ways' done
__attribute__((noinline)) void two_ways(int n) {
    for (int i = 0; i < 30; i++)
        if (n < 10)
            b[i] = 3;
        else
            b[i] = 4;
}

// CHECK-LABEL: FUNCTION varies
// CHECK: + DO i1
// CHECK: if (
// WHY: hoisting of the guard of a loop in 'varies' declined: the condition of the if is not loop-invariant [guard-varies]
__attribute__((noinline)) void varies(int n) {
    for (int i = 0; i < 30; i++)
        if (i * 2 < n)
            b[i] = 3;
}

// It depends on what the loop writes: the load stands beside the if.
// CHECK-LABEL: FUNCTION changes
// CHECK: + DO i1
// CHECK: if (
// WHY: hoisting of the guard of a loop in 'changes' declined: the loop body is not a single if [no-guard]
__attribute__((noinline)) void changes(void) {
    for (int i = 0; i < 30; i++)
        if (b[7] != 3)
            b[i] = 3;
}

// CHECK-LABEL: FUNCTION more
// CHECK: + DO i1
// CHECK: if (
// WHY: hoisting of the guard of a loop in 'more' declined: the loop body is not a single if [no-guard]
__attribute__((noinline)) void more(int n) {
    for (int i = 0; i < 30; i++) {
        b[i] = 5;
        if (n > 4)
            b[i + 3] = 3;
    }
}

// A triangle's inner loop runs or not by the outer one.
// CHECK-LABEL: FUNCTION triangle
// CHECK: + DO i1
// CHECK: if (
// WHY: hoisting of the guard of a loop in 'triangle' declined: the condition of the if is not loop-invariant [guard-varies]
__attribute__((noinline)) void triangle(int n) {
    for (int i = 0; i < 30; i++)
        for (int j = i; j < n; j++)
            a[i][j] += 2;
}

// CHECK-LABEL: FUNCTION until
// WHY: hoisting of the guard of a loop in 'until' declined: a goto leaves it [no-count]
__attribute__((noinline)) int until(int n) {
    for (int i = 0; i < 40; i++)
        if (b[i] == n)
            return i;
    return -1;
}

static void show(const char *name) {
    unsigned hash = 0;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            hash = hash * 31 + (unsigned)(a[i][j] + 7 * b[j]);
    printf("%s %u\n", name, hash);
    for (int j = 0; j < 40; j++)
        b[j] = j * j % 17;
}

int main(void) {
    for (int n = -1; n < 30; n += 10) {
        show("start");
        zero_trip(n, 40 - n);
        zero_trip(n, -n);
        show("zero trip");
        two_ways(n);
        show("two ways");
        varies(n);
        show("varies");
        changes();
        show("changes");
        more(n);
        show("more");
        triangle(n);
        show("triangle");
        printf("%d\n", until(n));
    }
    return 0;
}
