// RUN: lathe opt --verbose '--passes=hir-canonicalize,hir-unroll-jam<factor=2>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir --as-is %t.bc | FileCheck %s
// RUN: not lathe opt '--passes=hir-unroll-jam<factor=1>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=USAGE %s
// RUN: %python %tests/run/compare.py '--passes=hir-canonicalize,hir-unroll-jam<factor=2>' '--passes=hir-canonicalize,hir-unroll-jam<factor=3>' '--passes=hir-canonicalize,hir-unroll-jam' '--passes=hir-canonicalize,hir-unroll-jam<factor=3>,hir-canonicalize,hir-unroll-jam<factor=2>' %s
// Iterations of outer loops that are done at once, with the loops in them jammed, and those that
// are not.
// USAGE: factor=1: expected a number from 2 to 65535
#include <stdio.h>
static double a[40][60], b[60], c[40];
static int t[30][30], u[30][30], w[256][3];

// 40 is even: there is no rest. Each row is read once for two rows of the product.
// CHECK-LABEL: FUNCTION rows
// CHECK: + DO i1 = 0, 19, 1
// CHECK-NEXT: |   + DO i2 = 0, 59, 1
// CHECK: (@a)[0][2 * i1][i2] =
// CHECK: (@a)[0][2 * i1 + 1][i2] =
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// WHY: unroll-jam.c:[[@LINE+2]]:{{.*}} unroll-and-jam of a loop in 'rows' done
__attribute__((noinline)) void rows(void) {
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            a[i][j] = a[i][j] * 2 + b[j];
}

// What is before and behind the inner loop is there once for each; sums have a temp each. The rest
// is another loop.
// CHECK-LABEL: FUNCTION sums
// CHECK: + DO i1 = 0, (zext(%n) + -2) /u 2, 1
// CHECK-NEXT: |   %[[S:[^ ]*]] = 0.000000e+00;
// CHECK-NEXT: |   %[[T:[^ ]*]] = 0.000000e+00;
// CHECK-NEXT: |   + DO i2 = 0, 59, 1
// CHECK: %[[S]] = @llvm.fmuladd.f64({{.*}}, %[[S]]);
// CHECK: %[[T]] = @llvm.fmuladd.f64({{.*}}, %[[T]]);
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   (@c)[0][2 * i1] = %[[S]];
// CHECK-NEXT: |   (@c)[0][2 * i1 + 1] = %[[T]];
// CHECK-NEXT: + END LOOP
// CHECK: + DO i1 = 0, %left
// CHECK: (@c)[0][i1 + %first{{.*}}] =
// WHY: unroll-and-jam of a loop in 'sums' done
__attribute__((noinline)) void sums(int n) {
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < 60; j++)
            s += a[i][j] * b[j];
        c[i] = s;
    }
}

// The guard of the inner loop goes the same way in all iterations; so both ways are jammed.
// CHECK-LABEL: FUNCTION guarded
// CHECK: if (0 < %m)
// CHECK-NOT: if (0 < %m)
// CHECK: (@c)[0][2 * i1 + 1] =
// WHY: unroll-and-jam of a loop in 'guarded' done
__attribute__((noinline)) void guarded(int n, int m) {
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < m; j++)
            s -= a[i][j] * b[j];
        c[i] = s;
    }
}

// The second of two iterations would come before what it needs: (<, >).
// CHECK-LABEL: FUNCTION crossed
// CHECK: (@t)[0][i1 + 1][i2] =
// WHY: unroll-and-jam of a loop in 'crossed' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) void crossed(void) {
    for (int i = 1; i < 29; i++)
        for (int j = 0; j < 29; j++)
            t[i][j] = t[i - 1][j + 1] + 1;
}

// The same two iterations apart: no group of two has both.
// CHECK-LABEL: FUNCTION apart
// CHECK: (@t)[0][2 * i1 + 2][i2] =
// CHECK: (@t)[0][2 * i1 + 3][i2] =
// WHY: unroll-and-jam of a loop in 'apart' done
__attribute__((noinline)) void apart(void) {
    for (int i = 2; i < 28; i++)
        for (int j = 0; j < 29; j++)
            t[i][j] = t[i - 2][j + 1] + 1;
}

// All of an iteration's statements come before the next one's.
// CHECK-LABEL: FUNCTION recurring
// CHECK: (@t)[0][2 * i1 + 1][i2] =
// CHECK: = (@t)[0][2 * i1 + 1][i2];
// CHECK: (@t)[0][2 * i1 + 2][i2] =
// WHY: unroll-and-jam of a loop in 'recurring' done
__attribute__((noinline)) void recurring(void) {
    for (int i = 1; i < 29; i++)
        for (int j = 0; j < 30; j++)
            t[i][j] = t[i - 1][j] * 3 + u[i][j];
}

// What is behind the inner loop is needed before it in the next iteration.
// CHECK-LABEL: FUNCTION behind
// WHY: unroll-and-jam of a loop in 'behind' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) void behind(void) {
    for (int i = 0; i < 29; i++) {
        u[i][0] += t[i][1];
        for (int j = 0; j < 30; j++)
            t[i][j] += i;
        t[i + 1][1] = u[i][2];
    }
}

// CHECK-LABEL: FUNCTION total
// WHY: unroll-and-jam of a loop in 'total' declined: a dependence is carried between iterations [dependence]
__attribute__((noinline)) double total(void) {
    double s = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            s += a[i][j];
    return s;
}

// CHECK-LABEL: FUNCTION triangle
// WHY: unroll-and-jam of a loop in 'triangle' declined: the trip count of a loop in it depends on the iteration [bound-varies]
__attribute__((noinline)) void triangle(void) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j <= i; j++)
            u[i][j] += i - j;
}

// CHECK-LABEL: FUNCTION sometimes
// WHY: unroll-and-jam of a loop in 'sometimes' declined: whether a loop in it runs depends on the iteration [bound-varies]
__attribute__((noinline)) void sometimes(void) {
    for (int i = 0; i < 30; i++)
        if (t[i][0] & 1)
            for (int j = 0; j < 30; j++)
                u[i][j] += 5;
}

// WHY: unroll-and-jam of a loop in 'tells' declined: it has side effects whose order matters [effect]
__attribute__((noinline)) void tells(void) {
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            printf("%d ", t[i][j]);
}

// What the last iteration that does it leaves is needed behind the loop; so is what each leaves.
// CHECK-LABEL: FUNCTION leaves
// WHY: unroll-and-jam of a loop in 'leaves' done
__attribute__((noinline)) int leaves(int n) {
    int found = -1, x = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 30; j++)
            u[i][j] += t[i][j];
        if (u[i][3] & 1)
            found = i;
        x = u[i][7] * 3;
    }
    return found * 1000 + x;
}

// Counts to the end of its type.
// CHECK-LABEL: FUNCTION wide
// WHY: unroll-and-jam of a loop in 'wide' done
__attribute__((noinline)) void wide(unsigned char n) {
    unsigned char i = 0;
    do {
        for (int j = 0; j < 3; j++)
            w[i][j] += i + n;
    } while (i++ != n);
}

static void show(const char *name) {
    double sum = 0;
    unsigned bits = 0;
    for (int i = 0; i < 256; i++)
        bits = bits * 31 + (unsigned)(w[i][0] * 5 + w[i][2]);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++)
            sum = sum * 0.5 + a[i][j] + c[i];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            bits = bits * 31 + (unsigned)(t[i][j] * 7 + u[i][j]);
    printf("%s %.17g %u\n", name, sum, bits);
}

int main(void) {
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 60; j++) {
            a[i][j] = i * j % 7;
            b[j] = 40 - j;
        }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 30; j++)
            t[i][j] = i * j % 11 - j;
    rows();
    show("rows");
    for (int n = 0; n < 8; n++) {
        sums(n);
        show("sums");
        guarded(n, n * 7);
        show("guarded");
        printf("%d\n", leaves(n * 3));
    }
    crossed();
    apart();
    show("apart");
    recurring();
    show("recurring");
    behind();
    show("behind");
    triangle();
    sometimes();
    show("sometimes");
    tells();
    wide(255);
    wide(0);
    wide(6);
    printf("%.17g\n", total());
    show("all");
    return 0;
}
