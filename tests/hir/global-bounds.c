// RUN: lathe hir %s | FileCheck %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: %python %tests/run/compare.py --levels=-O0,-O3 --passes=hir-canonicalize --passes=hir-optimize %s
// Bounds in variables of the program: what changes them is known from types, from whether pointers
// lead to them, and from what functions do.
#include <stdio.h>
#include <stdlib.h>
int shared, *volatile leads = &shared;
static int own, changed;
static volatile int moving;
static double a[320][320], b[320][320], c[320];
static int counts[320];

__attribute__((noinline)) static int look(int i) {
    return counts[i] + own;
}
__attribute__((noinline)) static void change(int i) {
    changed = i < 3 ? 5 : 4;
}

// CHECK-LABEL: FUNCTION by_type
// CHECK: + DO i1 = 0,
__attribute__((noinline)) static void by_type(void) {
    for (int i = 0; i < shared; i++)
        c[i] += 1;
}

// CHECK-LABEL: FUNCTION by_name
// CHECK: + DO i1 = 0,
__attribute__((noinline)) static void by_name(void) {
    for (int i = 0; i < shared; i++)
        counts[i] += 1;
}

// CHECK-LABEL: FUNCTION through_pointer
// CHECK: + WHILE
__attribute__((noinline)) static void through_pointer(int *p) {
    for (int i = 0; i < shared; i++)
        *p -= 3;
}

// No pointer leads to it.
// CHECK-LABEL: FUNCTION unreachable
// CHECK: + DO i1 = 0,
__attribute__((noinline)) static void unreachable(int *p) {
    for (int i = 0; i < own; i++)
        p[i] += 2;
}

// CHECK-LABEL: FUNCTION past_call
// CHECK: + DO i1 = 0,
__attribute__((noinline)) static void past_call(void) {
    for (int i = 0; i < own; i++)
        c[i] += look(i);
}

// CHECK-LABEL: FUNCTION of_call
// CHECK: + WHILE
__attribute__((noinline)) static void of_call(void) {
    changed = 10;
    for (int i = 0; i < changed; i++) {
        c[i] += 3;
        change(i);
    }
}

// CHECK-LABEL: FUNCTION watched
// CHECK: + WHILE
__attribute__((noinline)) static void watched(void) {
    moving = 7;
    for (int i = 0; i < moving; i++)
        c[i] += 5;
}

// That a function of the program never returns is no exit of the loop that calls it.
// CHECK-LABEL: FUNCTION dies
// CHECK: + DO i1 = 0, 319, 1 <DO_LOOP>
__attribute__((noinline)) static void die(void) {
    exit(3);
}
__attribute__((noinline)) static void dies(void) {
    for (int i = 0; i < 320; i++) {
        if (c[i] == -77)
            die();
        c[i] += 1;
    }
}

// WHY: interchange of a loop in 'nest' done
__attribute__((noinline)) static void nest(void) {
    for (int j = 0; j < own; j++)
        for (int i = 0; i < own; i++)
            a[i][j] += 2 * b[i][j];
}

// WHY-NOT: interchange of a loop in 'counting' done
__attribute__((noinline)) static void counting(void) {
    for (int j = 0; j < changed; j++)
        for (int i = 0; i < changed; i++) {
            a[i][j] += 2 * b[i][j];
            change(i + j);
        }
}

static void show(const char *name) {
    double sum = 0;
    unsigned long all = 0;
    for (int i = 0; i < 320; i++) {
        all = all * 7 + (unsigned)counts[i];
        sum = sum * 0.5 + c[i];
        for (int j = 0; j < 320; j++)
            sum = sum * 0.9 + a[i][j];
    }
    printf("%s %a %lu %d\n", name, sum, all, shared);
}

int main(void) {
    *leads = 300;
    own = 310;
    for (int i = 0; i < 320; i++)
        for (int j = 0; j < 320; j++)
            b[i][j] = i - j;
    by_type();
    by_name();
    show("bounds");
    through_pointer(counts);
    through_pointer(&shared);
    show("pointers");
    shared = 20;
    unreachable(counts);
    past_call();
    of_call();
    watched();
    dies();
    show("calls");
    nest();
    changed = 9;
    counting();
    show("nests");
    return 0;
}
