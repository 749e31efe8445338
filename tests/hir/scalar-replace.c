// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-scalar-replace %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: lathe opt --verbose '--passes=hir-canonicalize,hir-scalar-replace-within' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WITHIN %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-scalar-replace '--passes=hir-canonicalize,hir-scalar-replace-within' --passes=hir-canonicalize,hir-unroll-jam,hir-canonicalize,hir-scalar-replace %s
// What one iteration has read or written and another one reads, and what has to be read again.
#include <stdio.h>
static double x[64], y[64];
static int t[30][30];

// Of three loads one is left; the others are those of the first iteration, before the loop.
// CHECK-LABEL: FUNCTION stencil
// CHECK: %[[B:kept[^ ]*]] =
// CHECK: %[[A:kept[^ ]*]] =
// CHECK: + DO i1
// CHECK-NEXT: |   %[[S:[^ ]*]] = %[[A]]  +  %[[B]];
// CHECK-NEXT: |   %[[L:[^ ]*]] = (@x)[0][i1 + 2];
// CHECK-NOT: (@x)
// CHECK: |   %[[A]] = %[[B]];
// CHECK-NEXT: |   %[[B]] = %[[L]];
// CHECK-NEXT: + END LOOP
// WITHIN: scalar replacement of a loop in 'stencil' declined: no memory location is accessed again [no-reuse]
// WHY: scalar-replace.c:[[@LINE+2]]:{{.*}} scalar replacement of a loop in 'stencil' done
__attribute__((noinline)) void stencil(int n) {
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] + x[i] + x[i + 1];
}

// CHECK-LABEL: FUNCTION prefix
// CHECK: + DO i1
// CHECK-NOT: = (@x)
// CHECK: (@x)[0][i1 + 1] = %kept
// WHY: scalar replacement of a loop in 'prefix' done
__attribute__((noinline)) void prefix(int n) {
    for (int i = 1; i < n; i++)
        x[i] = x[i - 1] * 0.5 + y[i];
}

// CHECK-LABEL: FUNCTION backwards
// CHECK: + DO i1
// CHECK-NOT: = (@x)
// CHECK: + END LOOP
// WHY: scalar replacement of a loop in 'backwards' done
__attribute__((noinline)) void backwards(int n) {
    for (int i = n - 2; i >= 0; i--)
        x[i] = x[i + 1] * 0.5 + y[i];
}

// Of two stores the second is left, and one that not every iteration makes.
// CHECK-LABEL: FUNCTION overwritten
// CHECK: + DO i1
// CHECK: (@x)[0][i1] =
// CHECK-NEXT: |
// CHECK: if (
// CHECK: (@x)[0][i1] =
// CHECK-NOT: (@x)
// CHECK: + END LOOP
// WITHIN: scalar replacement of a loop in 'overwritten' done
// WHY: scalar replacement of a loop in 'overwritten' done
__attribute__((noinline)) void overwritten(int n) {
    for (int i = 0; i < n; i++) {
        x[i] = y[i];
        x[i] += t[i % 30][3];
        if (t[3][i % 30] & 1)
            x[i] += 1;
        y[i] = x[i] * 2;
    }
}

// Somebody may read it before it is overwritten; so both stores stay.
// CHECK-LABEL: FUNCTION looked_at
// CHECK: + DO i1
// CHECK: (@x)[0][i1 + 1] =
// CHECK: = (@x)[0][%k];
// CHECK: (@x)[0][i1 + 1] =
// CHECK: + END LOOP
// WHY: scalar replacement of a loop in 'looked_at' done
__attribute__((noinline)) void looked_at(int n, int k) {
    for (int i = 1; i < n; i++) {
        x[i] = x[i - 1] * 0.5;
        y[i] = x[k];
        x[i] = y[i + 1] * 0.25;
    }
}

// The one that is read in the next iteration is not written in all of them.
// WHY: scalar replacement of a loop in 'sometimes' declined: not every iteration accesses the reused location [conditional]
__attribute__((noinline)) void sometimes(int n) {
    for (int i = 1; i < n; i++) {
        if (y[i] > 3)
            x[i] = 1;
        y[i] += x[i - 1] + x[i];
    }
}

// Nothing of the first iteration is in between: x[1] may not be there.
// WHY: scalar replacement of a loop in 'gap' declined: no memory location is accessed again [no-reuse]
__attribute__((noinline)) void gap(int n) {
    for (int i = 0; i < n; i++)
        y[i] = x[i] + x[i + 2];
}

// Two iterations apart, with another reference between them that is in no chain with either.
// CHECK-LABEL: FUNCTION two_apart
// CHECK: = (@t)[0][2][i2 + 1];
// CHECK-NEXT: {{.*}}(@t)[0][2][i2 + 3] =
// WHY: scalar replacement of a loop in 'two_apart' declined: no memory location is accessed again [no-reuse]
__attribute__((noinline)) void two_apart(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 19; j++) {
            x[j] = t[i][j];
            t[2][j + 3] = t[2][j + 1];
        }
}

// WHY: scalar replacement of a loop in 'aliases' declined: another access may write the reused location [dependence]
__attribute__((noinline)) void aliases(int n, double *p, double *q) {
    for (int i = 0; i < n; i++)
        q[i] = p[i] + p[i + 1];
}

// Elements that overlap are no chain.
// WHY: scalar replacement of a loop in 'overlap' declined: {{no memory location is accessed again|another access may write the reused location}}
__attribute__((noinline)) void overlap(int n, char *p) {
    for (int i = 0; i < n; i++)
        *(int *)(void *)(p + i + 1) = *(int *)(void *)(p + i) + 5;
}

// WHY: scalar replacement of a loop in 'outer' declined: there is a loop in it [not-innermost]
__attribute__((noinline)) void outer(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 29; j++)
            t[i][j] = t[i][j] + t[i][j + 1];
}

// References to two rows: what one is of the first row says nothing of where it is in the second.
// CHECK-LABEL: FUNCTION rows
// CHECK: + DO i2
// CHECK: %[[W:[^ ]*]] = trunc
// CHECK: %[[R:[^ ]*]] = (@t)[0][i1][i2 + 3];
// CHECK: = -1 * %[[R]] + 3 * %[[A:kept[^ ]*]] + %[[B:kept[^ ]*]];
// CHECK-NEXT: %[[A]] = %[[B]];
// CHECK-NEXT: %[[B]] = %[[W]];
// CHECK-NEXT: + END LOOP
// WHY: scalar replacement of a loop in 'rows' done
__attribute__((noinline)) void rows(void) {
    for (int i = 1; i < 7; i++)
        for (int j = 0; j < 9; j++) {
            t[i][j] += j;
            t[i - 1][j + 2] = i * j;
            t[i][j] = t[i - 1][j] * 3 + t[i - 1][j + 1] - t[i - 1][j + 3];
        }
}

// The same downwards, where it is the higher ones that have been written before.
// CHECK-LABEL: FUNCTION down
// CHECK: + DO i2
// CHECK: %[[W:[^ ]*]] = trunc
// CHECK: %[[R:[^ ]*]] = (@t)[0][i1][-1 * i2 + 9];
// CHECK: = -1 * %[[R]] + %[[A:kept[^ ]*]] + 3 * %[[B:kept[^ ]*]];
// CHECK-NEXT: %[[A]] = %[[B]];
// CHECK-NEXT: %[[B]] = %[[W]];
// CHECK-NEXT: + END LOOP
// WHY: scalar replacement of a loop in 'down' done
__attribute__((noinline)) void down(void) {
    for (int i = 1; i < 7; i++)
        for (int j = 8; j >= 0; j--) {
            t[i][j] += j;
            t[i - 1][j + 2] = i * j;
            t[i][j] = t[i - 1][j + 3] * 3 + t[i - 1][j + 4] - t[i - 1][j + 1];
        }
}

// In steps of two, those in between are never the ones that have been written.
// CHECK-LABEL: FUNCTION twos
// CHECK: + DO i2
// CHECK: (@t)[0][i1][-2 * i2 + 19] =
// CHECK: = (@t)[0][i1][-2 * i2 + 20];
// CHECK-NOT: = (@t)[0][i1][-2 * i2 + 21];
// CHECK: + END LOOP
// WHY: scalar replacement of a loop in 'twos' done
__attribute__((noinline)) void twos(void) {
    for (int i = 1; i < 7; i++)
        for (int j = 19; j >= 0; j -= 2) {
            t[i][j] += j;
            t[i - 1][j] = i * j;
            t[i][j] += t[i - 1][j + 1] * 3 + t[i - 1][j + 2];
        }
}

// On the diagonal both subscripts have to agree on how many iterations lie between.
// CHECK-LABEL: FUNCTION diagonal
// CHECK: + DO i1
// CHECK-NOT: = (@t)[0][i1][i1];
// CHECK: = (@t)[0][i1][i1 + 1];
// CHECK-NOT: = (@t)[0][i1][i1];
// CHECK: + END LOOP
// WHY: scalar replacement of a loop in 'diagonal' done
__attribute__((noinline)) void diagonal(void) {
    for (int i = 0; i < 28; i++) {
        t[i + 1][i + 1] = i * 3;
        x[i] = t[i][i + 1] + t[i][i] * 2;
    }
}

static void show(const char *name) {
    double sum = 0;
    long bits = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 0.5 + x[i] + y[i] * 3;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            bits = (bits * 31 + t[i][j]) % 1000000007;
    printf("%s %.17g %ld\n", name, sum, bits);
}

int main(void) {
    for (int i = 0; i < 64; i++) {
        x[i] = i % 7;
        y[i] = 20 - i % 9;
    }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            t[i][j] = i * j % 11 - j;
    for (int n = 0; n < 5; n++) {
        stencil(n * 12);
        show("stencil");
        prefix(n * 11);
        show("prefix");
        backwards(n * 13);
        show("backwards");
    }
    overwritten(50);
    show("overwritten");
    looked_at(20, 7);
    looked_at(20, 30);
    show("looked_at");
    sometimes(60);
    gap(60);
    show("gap");
    two_apart(20);
    show("two_apart");
    aliases(40, x, y);
    aliases(40, x, x + 1);
    aliases(40, x, x);
    show("aliases");
    overlap(40, (char *)t);
    outer();
    rows();
    show("rows");
    down();
    show("down");
    twos();
    show("twos");
    diagonal();
    show("all");
    return 0;
}
