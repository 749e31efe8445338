// What transforms decline: each with its reason, and a near miss for which it is done.
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-reduce-in-memory %s -o %t.bc 2>&1 | FileCheck --check-prefix=REDUCE %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-reverse %s -o %t.bc 2>&1 | FileCheck --check-prefix=REVERSE %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-unroll-jam %s -o %t.bc 2>&1 | FileCheck --check-prefix=JAM %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-reduce-in-memory --passes=hir-canonicalize,hir-reverse --passes=hir-canonicalize,hir-unroll-jam %s
#include <stdio.h>
static int m[40][40], sums[40], where[40];

// REDUCE: in 'place_read_behind' declined: the address that the sum is stored to is not loop-invariant [place-varies]
__attribute__((noinline)) void place_read_behind(int n) {
    for (int i = 0; i < n; i++) {
        int s = 0;
        for (int j = 0; j < n; j++)
            s += m[i][j];
        sums[where[i]] = s;
    }
}
// REDUCE: in 'place_read_before' done
__attribute__((noinline)) void place_read_before(int n) {
    for (int i = 0; i < n; i++) {
        int k = where[i], s = 0;
        for (int j = 0; j < n; j++)
            s += m[i][j];
        sums[k] = s;
    }
}

// The bound depends on i, and is a quotient: i itself cannot be written below it.
// REVERSE: of a loop in 'quotient' declined: a rewritten subscript would not be linear [not-linear]
__attribute__((noinline)) void quotient(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j += 2)
            m[i][j] += 3;
}
// REVERSE: of a loop in 'whole' done
// REVERSE: of a loop in 'whole' done
__attribute__((noinline)) void whole(int n) {
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++)
            m[i][j] += 5;
}

// JAM: of a loop in 'innermost' declined: there is no loop in it [no-loop-inside]
__attribute__((noinline)) void innermost(void) {
    for (int i = 0; i < 40; i++)
        sums[i] += where[i];
}
// JAM: of a loop in 'around' done
__attribute__((noinline)) void around(void) {
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++)
            m[i][j] ^= where[j];
}

int main(void) {
    unsigned hash = 1;
    for (int i = 0; i < 40; i++) {
        where[i] = (i * 7 + 3) % 40;
        for (int j = 0; j < 40; j++)
            m[i][j] = i * 40 + j;
    }
    for (int n = 38; n <= 40; n++) {
        place_read_behind(n);
        place_read_before(n - 1);
        quotient(n);
        whole(n);
        innermost();
        around();
    }
    for (int i = 0; i < 40; i++) {
        hash = hash * 31 + (unsigned)sums[i];
        for (int j = 0; j < 40; j++)
            hash = hash * 31 + (unsigned)m[i][j];
    }
    printf("%u\n", hash);
    return 0;
}
