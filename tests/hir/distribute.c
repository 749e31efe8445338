// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-distribute --passes=hir-canonicalize,hir-distribute,hir-interchange %s
// Loops that are taken apart, and those that are not.
#include <stdio.h>
static int a[60], b[60], c[60], t[20][60];

// What is read of b is what was there before: that loop comes first.
// CHECK-LABEL: FUNCTION apart
// CHECK: (@c)[0][i1] =
// CHECK: + END LOOP
// CHECK: + DO i1 = 0, 49, 1
// CHECK: (@b)[0][i1] =
// WHY: distribute.c:[[@LINE+2]]:{{.*}} distribution of a loop in 'apart' done
__attribute__((noinline)) void apart(void) {
    for (int i = 0; i < 50; i++) {
        b[i] = a[i] + 1;
        c[i] = b[i + 1] * 3;
    }
}

// What stands later comes first: an iteration reads what an earlier one has written there.
// CHECK-LABEL: FUNCTION other_way_round
// CHECK: (@c)[0][i1 + 1] =
// CHECK: + END LOOP
// CHECK: (@b)[0][i1 + 1] =
// WHY: distribution of a loop in 'other_way_round' done
__attribute__((noinline)) void other_way_round(void) {
    for (int i = 1; i < 50; i++) {
        b[i] = c[i - 1] + 1;
        c[i] = a[i] * 3;
    }
}

// Each needs the other.
// CHECK-LABEL: FUNCTION recurrence
// CHECK: (@b)[0][i1 + 1] =
// CHECK-NOT: END LOOP
// CHECK: (@c)[0][i1 + 1] =
// WHY: distribution of a loop in 'recurrence' declined: every statement depends on every other [dependence]
__attribute__((noinline)) void recurrence(void) {
    for (int i = 1; i < 50; i++) {
        b[i] = c[i - 1] + 1;
        c[i] = b[i - 1] * 3;
    }
}

// Two need each other, and the one in the middle nobody: three nodes in two loops.
// CHECK-LABEL: FUNCTION around_one
// CHECK: (@b)[0][i1 + 1] =
// CHECK-NOT: END LOOP
// CHECK: (@c)[0][i1 + 1] =
// CHECK: + END LOOP
// CHECK: (@a)[0][i1 + 1] = 7
// WHY: distribution of a loop in 'around_one' done
__attribute__((noinline)) void around_one(void) {
    for (int i = 1; i < 50; i++) {
        b[i] = c[i - 1] + 1;
        a[i] = 7;
        c[i] = b[i - 1] * 3;
    }
}

// What is read of a must be read before it is written: the same loops, but in this order only.
// CHECK-LABEL: FUNCTION before_it_changes
// CHECK: (@b)[0][i1] =
// CHECK: + END LOOP
// CHECK: (@a)[0][i1] = 5
// WHY: distribution of a loop in 'before_it_changes' done
__attribute__((noinline)) void before_it_changes(void) {
    for (int i = 0; i < 50; i++) {
        b[i] = a[i + 1];
        a[i] = 5;
    }
}

// A near miss of it: the other way round the value is that of the iteration before.
// CHECK-LABEL: FUNCTION after_it_changed
// CHECK: (@a)[0][i1 + 1] = 5
// CHECK: + END LOOP
// CHECK: (@b)[0][i1 + 1] =
// WHY: distribution of a loop in 'after_it_changed' done
__attribute__((noinline)) void after_it_changed(void) {
    for (int i = 1; i < 50; i++) {
        b[i] = a[i - 1];
        a[i] = 5;
    }
}

// A value that both need, and that is different in each iteration.
// CHECK-LABEL: FUNCTION shared_value
// WHY: distribution of a loop in 'shared_value' declined: temps carry values between all of its parts [temp-crosses]
__attribute__((noinline)) void shared_value(void) {
    for (int i = 0; i < 50; i++) {
        int x = a[i] * a[i + 1];
        b[i] = x;
        c[i] = x + 2;
    }
}

// What a loop inside needs, too, is computed again for it; what others need stays where it is.
// CHECK-LABEL: FUNCTION computed_again
// CHECK: [[X:%.*]] = (@a)[0][i1];
// CHECK-NEXT: | (@b)[0][i1] = 3 * [[X]];
// CHECK-NEXT: | (@c)[0][i1] =
// CHECK-NEXT: + END LOOP
// CHECK: + DO i1 = 0, 19, 1
// CHECK-NEXT: | [[X:%.*]] = (@a)[0][i1];
// CHECK: | + DO i2 = 0, 59, 1
// WHY: distribution of a loop in 'computed_again' done
__attribute__((noinline)) void computed_again(void) {
    for (int i = 0; i < 20; i++) {
        int x = a[i] * 3;
        b[i] = x;
        c[i] = x + 1;
        for (int j = 0; j < 60; j++)
            t[i][j] += x;
    }
}

// If it changes, the loop comes first.
// CHECK-LABEL: FUNCTION again_before
// CHECK: = (@a)[0][i1];
// CHECK: + DO i2 = 0, 59, 1
// CHECK: + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK: = (@a)[0][i1];
// CHECK: (@a)[0][i1] =
// WHY: distribution of a loop in 'again_before' done
__attribute__((noinline)) void again_before(void) {
    for (int i = 0; i < 20; i++) {
        int x = a[i] * 3;
        a[i] = x;
        for (int j = 0; j < 60; j++)
            t[i][j] += x;
    }
}

// A near miss: the loop reads what is written, too.
// CHECK-LABEL: FUNCTION neither_first
// CHECK: (@a)[0][i1] =
// CHECK-NOT: END LOOP
// CHECK: + DO i2 = 0, 59, 1
// WHY: distribution of a loop in 'neither_first' declined: {{.*}}
__attribute__((noinline)) void neither_first(void) {
    for (int i = 0; i < 20; i++) {
        int x = a[i] * 3;
        a[i] = x ^ i;
        for (int j = 0; j < 60; j++)
            t[i][j] += x * a[j];
    }
}

// A sum that a second loop needs: each iteration has a place for it.
// CHECK-LABEL: FUNCTION row
// CHECK: + DO i1 = 0, 19, 1
// CHECK: + END LOOP
// CHECK: (%row)[0][i1] = %
// CHECK-NEXT: + END LOOP
// CHECK: + DO i1 = 0, 19, 1
// CHECK: = (%row)[0][i1];
// CHECK: | + DO i2 = 0, 49, 1
// CHECK: (@t)[0][i1][i2] =
// WHY: distribution of a loop in 'row' done
__attribute__((noinline)) void row(void) {
    for (int i = 0; i < 20; i++) {
        int s = 0;
        for (int j = 0; j < 60; j++)
            s = s * 3 + t[i][j];
        for (int j = 0; j < 50; j++)
            t[i][j] ^= s;
    }
}

// A near miss: what is read is of the iteration before.
// CHECK-LABEL: FUNCTION row_before
// CHECK-NOT: %row
// CHECK: END REGION
// WHY: distribution of a loop in 'row_before' declined
__attribute__((noinline)) void row_before(void) {
    int s = 1;
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 50; j++)
            c[j] = c[j] * 5 + (s >> j % 7);
        for (int j = 0; j < 60; j++)
            s = s * 3 + t[i][j];
    }
}

// How long the row would have to be is not known.
// CHECK-LABEL: FUNCTION no_row
// CHECK-NOT: %row
// CHECK: END REGION
// WHY: distribution of a loop in 'no_row' declined: temps carry values between all of its parts [temp-crosses]
__attribute__((noinline)) void no_row(int n) {
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int j = 0; j < 60; j++)
            s = s * 3 + t[i][j];
        for (int j = 0; j < 50; j++)
            t[i][j] ^= s;
    }
}

// In the outer loop: a whole inner loop is one thing.
// CHECK-LABEL: FUNCTION beside_a_loop
// CHECK: (@a)[0][i1] = 1
// CHECK: + END LOOP
// CHECK: + DO i1 = 0, 19, 1
// CHECK-NEXT: | + DO i2 = 0, 59, 1
// WHY: distribution of a loop in 'beside_a_loop' done
__attribute__((noinline)) void beside_a_loop(void) {
    for (int i = 0; i < 20; i++) {
        a[i] = 1;
        for (int j = 0; j < 60; j++)
            t[i][j] += j;
    }
}

// CHECK-LABEL: FUNCTION left
// WHY: distribution of a loop in 'left' declined: a goto may leave it [exits]
__attribute__((noinline)) int left(void) {
    for (int i = 0; i < 50; i++) {
        b[i] = a[i];
        if (a[i] == 13)
            return i;
        c[i] = 3;
    }
    return 0;
}

// What is skipped stays with what skips it.
// CHECK-LABEL: FUNCTION skipped
// CHECK: (@b)[0][i1] = 4
// CHECK: + END LOOP
// CHECK: if (
// CHECK: (@c)[0][i1] = 3
// CHECK: (@t)[0][1][i1] = 2
// WHY: distribution of a loop in 'skipped' done
__attribute__((noinline)) void skipped(void) {
    for (int i = 0; i < 50; i++) {
        b[i] = 4;
        if (a[i] == 1)
            continue;
        c[i] = 3;
        t[1][i] = 2;
    }
}

// What another unit may replace may do anything.
__attribute__((noinline, weak)) int may_exit(int i);

// If it exits, stores of later iterations must not have been made.
// CHECK-LABEL: FUNCTION calls
// WHY: distribution of a loop in 'calls' declined: a statement in the loop may not terminate [may-not-end]
__attribute__((noinline)) void calls(void) {
    for (int i = 0; i < 50; i++) {
        b[i] = 4;
        may_exit(i);
    }
}

// CHECK-LABEL: FUNCTION looks
// WHY: distribution of a loop in 'looks' declined: a statement in the loop may not terminate [may-not-end]
__attribute__((noinline)) void looks(volatile int *flag) {
    for (int i = 0; i < 50; i++) {
        c[i] = *flag;
        b[i] = 4;
    }
}

// CHECK-LABEL: FUNCTION single
// WHY: distribution of a loop in 'single' declined: it has only one statement [one-part]
__attribute__((noinline)) void single(void) {
    for (int i = 0; i < 50; i++)
        c[i] = 9;
}

int may_exit(int i) {
    return i;
}

static void show(const char *name) {
    unsigned hash = 0;
    for (int i = 0; i < 60; i++)
        hash = hash * 31 + (unsigned)(a[i] + 7 * b[i] + 11 * c[i] + t[i % 20][i]);
    printf("%s %u\n", name, hash);
    for (int i = 0; i < 60; i++) {
        a[i] = i * i % 14;
        b[i] = i;
        c[i] = i ^ 5;
    }
}

int main(void) {
    int flag = 3;
    show("start");
    apart();
    show("apart");
    other_way_round();
    show("other way round");
    recurrence();
    show("recurrence");
    around_one();
    show("around one");
    before_it_changes();
    show("before it changes");
    after_it_changed();
    show("after it changed");
    shared_value();
    show("shared value");
    computed_again();
    show("computed again");
    again_before();
    show("again before");
    neither_first();
    show("neither first");
    row();
    show("row");
    row_before();
    show("row before");
    no_row(20);
    show("no row");
    beside_a_loop();
    show("beside a loop");
    printf("%d\n", left());
    show("left");
    skipped();
    show("skipped");
    calls();
    show("calls");
    looks(&flag);
    show("looks");
    single();
    show("single");
    return 0;
}
