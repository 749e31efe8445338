// RUN: lathe opt --verbose '--passes=hir-canonicalize<join>,hir-fuse' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe hir %t.bc | FileCheck %s
// RUN: lathe opt '--passes=hir-canonicalize' %s -o %t.plain.bc && lathe hir %t.plain.bc | FileCheck --check-prefix=ALONE %s
// RUN: %python %tests/run/compare.py '--passes=hir-canonicalize<join>,hir-fuse' '--passes=hir-canonicalize<join>,hir-identity<join>' '--passes=hir-canonicalize,hir-fuse' '--passes=hir-canonicalize<nests>,hir-fuse,hir-canonicalize,hir-fuse' %s
// Loops that no other loop is around: those right behind one another share a region.
#include <stdio.h>
#include <stdlib.h>
static double a[200], b[200], c[200], d[200];
static double m[20][30], n2[20][30];

// Without hir-fuse each is a region of its own.
// ALONE-LABEL: FUNCTION plain
// ALONE: END REGION
// ALONE-NEXT: BEGIN REGION
// CHECK-LABEL: FUNCTION plain
// CHECK: + DO i1 = 0, 199, 1
// CHECK: (@b)[0][i1] =
// CHECK-NOT: END LOOP
// CHECK: (@c)[0][i1] =
// CHECK: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-EMPTY:
// WHY: fuse-top.c:[[@LINE+2]]:{{.*}} fusion of a loop in 'plain' done
__attribute__((noinline)) static void plain(void) {
    for (int i = 0; i < 200; i++)
        b[i] = a[i] * 2;
    for (int i = 0; i < 200; i++)
        c[i] = b[i] + 1;
}

// Three, and their zero-trip tests: the first one decides for all.
// CHECK-LABEL: FUNCTION three
// CHECK: + DO i1
// CHECK: (@b)[0][i1] =
// CHECK: (@c)[0][i1] =
// CHECK: (@d)[0][i1] =
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-EMPTY:
// WHY-COUNT-2: fusion of a loop in 'three' done
__attribute__((noinline)) static void three(int n) {
    for (int i = 0; i < n; i++)
        b[i] = a[i] * 3;
    for (int i = 0; i < n; i++)
        c[i] = b[i] - 1;
    for (int i = 0; i < n; i++)
        d[i] = c[i] + a[i];
}

// Nests, level by level.
// CHECK-LABEL: FUNCTION nests
// CHECK: + DO i1 = 0, 19, 1
// CHECK: | + DO i2 = 0, 29, 1
// CHECK: (@m)[0][i1][i2] =
// CHECK: (@n2)[0][i1][i2] =
// CHECK: | + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-EMPTY:
// WHY-COUNT-2: fusion of a loop in 'nests' done
__attribute__((noinline)) static void nests(void) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            m[i][j] = a[i] + j;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            n2[i][j] = m[i][j] * 2;
}

// What stands between them goes before the first: the start of a sum, and a store.
// CHECK-LABEL: FUNCTION before
// CHECK: + DO i1
// CHECK: (@b)[0][i1] =
// CHECK-NOT: END LOOP
// CHECK: %s{{.*}} = %s{{.*}}  +
// CHECK: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-EMPTY:
// WHY: fusion of a loop in 'before' done
__attribute__((noinline)) static double before(int n) {
    double s = 5;
    for (int i = 0; i < n; i++)
        b[i] = a[i] + 8;
    d[7] = 4;
    for (int i = 0; i < n; i++)
        s += b[i];
    return s;
}

// It needs the first, so it goes behind the second.
// CHECK-LABEL: FUNCTION behind
// CHECK: + DO i1
// CHECK: (@c)[0][i1] =
// CHECK: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-EMPTY:
// CHECK-NEXT: FUNCTION stuck
// WHY: fusion of a loop in 'behind' done
__attribute__((noinline)) static void behind(void) {
    double s = 5;
    for (int i = 0; i < 200; i++)
        s += a[i];
    d[3] = s;
    for (int i = 0; i < 200; i++)
        c[i] = a[i] + 8;
}

// Neither: the first writes what it reads, and the second reads what it writes.
// WHY: fusion of a loop in 'stuck' declined: a statement between them can move neither before nor after both [between]
__attribute__((noinline)) static void stuck(void) {
    for (int i = 0; i < 200; i++)
        b[i] = a[i] + 1;
    c[0] = b[199] * 2;
    for (int i = 0; i < 200; i++)
        d[i] = a[i] + c[i];
}

// The second reads what the first has not written yet.
// WHY: fusion of a loop in 'ahead' declined: the second loop would violate a dependence on the first [dependence]
__attribute__((noinline)) static void ahead(void) {
    for (int i = 0; i < 199; i++)
        b[i] = a[i] + 2;
    for (int i = 0; i < 199; i++)
        c[i] = b[i + 1];
}

// One less: what the second reads is there.
// WHY: fusion of a loop in 'back' done
__attribute__((noinline)) static void back(void) {
    for (int i = 0; i < 199; i++)
        b[i + 1] = a[i] + 2;
    for (int i = 0; i < 199; i++)
        c[i] = b[i];
}

// WHY: fusion of a loop in 'counts' declined: their trip counts differ [counts-differ]
__attribute__((noinline)) static void counts(void) {
    for (int i = 0; i < 200; i++)
        b[i] = a[i] - 2;
    for (int i = 0; i < 198; i++)
        c[i] = a[i] - 3;
}

// WHY: fusion of a loop in 'total' declined: a temp carries a value from one loop to the other [dependence]
__attribute__((noinline)) static void total(void) {
    double s = 0;
    for (int i = 0; i < 200; i++)
        s += a[i];
    for (int i = 0; i < 200; i++)
        c[i] = a[i] * s;
}

// What is printed between them keeps them apart, and so does another test.
// WHY: fusion of a loop in 'talks' declined: no loop directly follows it [not-adjacent]
__attribute__((noinline)) static void talks(void) {
    for (int i = 0; i < 200; i++)
        b[i] = a[i] - 9;
    printf("between %g\n", b[5]);
    for (int i = 0; i < 200; i++)
        c[i] = b[i] - 9;
}

// WHY: fusion of a loop in 'tested' declined: no loop directly follows it [not-adjacent]
__attribute__((noinline)) static void tested(int n, int k) {
    for (int i = 0; i < n; i++)
        b[i] = a[i] - 4;
    if (k)
        for (int i = 0; i < n; i++)
            c[i] = b[i] - 5;
}

// Left in the middle: not all that begins with the first gets to the second.
// WHY: fusion of a loop in 'early' declined: no loop directly follows it [not-adjacent]
__attribute__((noinline)) static int early(void) {
    for (int i = 0; i < 200; i++) {
        if (a[i] == 1000)
            return i;
        b[i] = a[i] - 6;
    }
    for (int i = 0; i < 200; i++)
        c[i] = b[i] - 7;
    return -1;
}

// The second goes on where the first has ended.
// WHY: fusion of a loop in 'goes_on' declined: {{.*}}
__attribute__((noinline)) static int goes_on(int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 3)
            b[k++] = a[i];
    int first = k;
    for (int i = 0; i < n; i++)
        if (a[i] <= 3)
            b[k++] = a[i];
    return first * 1000 + k;
}

static void hash(const char *name) {
    double sum = 0;
    for (int i = 0; i < 200; i++)
        sum = sum * 0.75 + b[i] - 7 * c[i] + d[i] * i;
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 30; j++)
            sum = sum * 0.875 + m[i][j] - n2[i][j] * j;
    printf("%s %a\n", name, sum);
}

int main(void) {
    for (int i = 0; i < 200; i++)
        a[i] = (i * 37) % 11 - i * 0.25;
    plain();
    hash("plain");
    for (int n = 0; n < 4; n++)
        three(n * 66);
    hash("three");
    nests();
    hash("nests");
    printf("%g %g %g\n", before(0), before(1), before(200));
    hash("before");
    behind();
    hash("behind");
    stuck();
    hash("stuck");
    ahead();
    hash("ahead");
    back();
    hash("back");
    counts();
    hash("counts");
    total();
    hash("total");
    talks();
    hash("talks");
    tested(200, 0);
    hash("not tested");
    tested(200, 1);
    hash("tested");
    printf("%d %d\n", early(), goes_on(200));
    hash("early");
    return 0;
}
