// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-drop-if %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-drop-if --passes=hir-canonicalize,hir-drop-if,hir-interchange %s
// Ifs that always decide the same, and those that do not.
#include <stdio.h>
static int a[30][40], b[40];

// i <= j, so i + j < 2 * j + 1.
// CHECK-LABEL: FUNCTION always
// CHECK: + DO i2
// CHECK-NOT: if
// CHECK: END REGION
// WHY: removal of a guard of a loop in 'always' done
__attribute__((noinline)) void always(void) {
    for (int i = 0; i < 30; i++)
        for (int j = i; j < 40; j++)
            if (i + j < 2 * j + 1)
                a[i][j] += 1;
}

// CHECK-LABEL: FUNCTION almost_always
// CHECK: + DO i2
// CHECK: if (
// WHY: removal of a guard of a loop in 'almost_always' declined: no condition in it is implied by the enclosing loops and ifs [guard-varies]
__attribute__((noinline)) void almost_always(void) {
    for (int i = 0; i < 30; i++)
        for (int j = i; j < 40; j++)
            if (i + j < 2 * j)
                a[i][j] += 2;
}

// The other way is the only one.
// CHECK-LABEL: FUNCTION never
// CHECK: + DO i2
// CHECK-NOT: if
// CHECK: = %{{.*}} + 4
// CHECK-NOT: if
// CHECK: END REGION
// WHY: removal of a guard of a loop in 'never' done
__attribute__((noinline)) void never(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j <= i; j++)
            if (i + 3 * j > 4 * i)
                a[i][j] += 3;
            else
                a[i][j] += 4;
}

// An outer if says so.
// CHECK-LABEL: FUNCTION by_another
// CHECK: if (
// CHECK-NOT: if (
// CHECK: END REGION
// WHY: removal of a guard of a loop in 'by_another' done
__attribute__((noinline)) void by_another(int n) {
    for (int i = 0; i < 30; i++)
        if (i > n)
            for (int j = 0; j < 40; j++)
                if (2 * i + j > n + i)
                    a[i][j] += 5;
}

// n - 1 may wrap as an unsigned number.
// CHECK-LABEL: FUNCTION may_wrap
// CHECK: if (
// CHECK: if (
// WHY: removal of a guard of a loop in 'may_wrap' declined: no condition in it is implied by the enclosing loops and ifs [guard-varies]
__attribute__((noinline)) void may_wrap(unsigned n) {
    for (unsigned i = 0; i < 30; i++)
        if (i >= n)
            for (int j = 0; j < 40; j++)
                if (i > n - 1)
                    a[i][j] += 6;
}

// What it depends on changes.
// CHECK-LABEL: FUNCTION changes
// CHECK: if (
// WHY: removal of a guard of a loop in 'changes' declined: no condition in it is implied by the enclosing loops and ifs [guard-varies]
__attribute__((noinline)) void changes(int n) {
    for (int i = 0; i < 40; i++) {
        if (n > 3)
            b[i] = n;
        n = b[39 - i];
    }
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
    show("start");
    always();
    show("always");
    almost_always();
    show("almost always");
    never();
    show("never");
    for (int n = -2; n < 32; n += 4) {
        by_another(n);
        show("by another");
        may_wrap((unsigned)n);
        show("may wrap");
        changes(n);
        show("changes");
    }
    return 0;
}
