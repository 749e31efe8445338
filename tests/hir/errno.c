// RUN: lathe opt --verbose --passes=inferattrs,hir-canonicalize,hir-distribute %s -o %t.bc 2>&1 | FileCheck %s
// RUN: lathe opt --verbose --passes=inferattrs,hir-canonicalize,hir-interchange %s -o %t.bc 2>&1 | FileCheck --check-prefix=SWAP %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %s -o %t.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: %python %tests/run/compare.py --passes=inferattrs,hir-canonicalize,hir-distribute --passes=inferattrs,hir-canonicalize,hir-distribute,hir-canonicalize,hir-interchange %s
// Calls that set errno and do nothing else.
#include <errno.h>
#include <math.h>
#include <stdio.h>
double a[100], b[100], c[100], d[20][20], e[100];
int numbers[100];
static int own[100];

// errno is no double.
// CHECK: distribution of a loop in 'apart' done
// Without attributes the call may do anything.
// UNKNOWN: distribution of a loop in 'apart' declined
__attribute__((noinline)) static void apart(void) {
    for (int i = 1; i < 100; i++) {
        b[i] = sqrt(a[i]);
        c[i] = e[i] * 0.5;
    }
}

// Of two calls the last one that fails counts.
// CHECK: distribution of a loop in 'both' declined
__attribute__((noinline)) static void both(void) {
    for (int i = 0; i < 100; i++) {
        b[i] = sqrt(a[i]);
        c[i] = exp(e[i] * 100);
    }
}

// An int that others know may be errno; one of this file is not.
// CHECK: distribution of a loop in 'known' declined
__attribute__((noinline)) static void known(void) {
    for (int i = 0; i < 100; i++) {
        b[i] = sqrt(a[i]);
        numbers[i] = i * 3;
    }
}

// CHECK: distribution of a loop in 'unknown' done
__attribute__((noinline)) static void unknown(void) {
    for (int i = 0; i < 100; i++) {
        b[i] = sqrt(a[i]);
        own[i] = i * 3;
    }
}

// What is read from errno itself keeps its place.
// CHECK: distribution of a loop in 'reads' declined
__attribute__((noinline)) static void reads(void) {
    for (int i = 0; i < 100; i++) {
        errno = 0;
        b[i] = sqrt(a[i]);
        own[i] = errno;
    }
}

// Calls keep their order, and so do the loops around them.
// SWAP: interchange of a loop in 'order' declined
__attribute__((noinline)) static void order(void) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            d[j][i] = log(d[j][i]);
}

static void hash(const char *name) {
    double sum = 0;
    long all = 0;
    for (int i = 0; i < 100; i++) {
        sum = sum * 0.75 + (b[i] == b[i] ? b[i] : -1) + (c[i] < 1e9 ? c[i] : 1e9);
        all = all * 31 + numbers[i] + own[i];
    }
    printf("%s %a %ld %d\n", name, sum, all, errno);
    errno = 0;
}

int main(void) {
    for (int i = 0; i < 100; i++)
        e[i] = 3 - (a[i] = i == 77 ? -1 : i * 0.25);
    for (int i = 0; i < 400; i++)
        d[i / 20][i % 20] = i == 5 ? 0 : i == 100 ? -1 : i;
    apart();
    hash("apart");
    both();
    hash("both");
    known();
    hash("known");
    unknown();
    hash("unknown");
    reads();
    hash("reads");
    order();
    hash("order");
    return 0;
}
