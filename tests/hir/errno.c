// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %s -o %t.bc 2>&1 | FileCheck %s
// RUN: lathe opt --verbose --passes=inferattrs,hir-canonicalize,hir-distribute %s -o %t.bc 2>&1 | FileCheck %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-interchange %s -o %t.bc 2>&1 | FileCheck --check-prefix=SWAP %s
// RUN: clang-22 -O1 -fno-builtin -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.plain.ll
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %t.plain.ll -o %t.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-interchange %t.plain.ll -o %t.bc 2>&1 | FileCheck --check-prefix=UNKNOWN-SWAP %s
// RUN: clang-22 -O1 -fno-builtin-sqrt -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.sqrt.ll
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %t.sqrt.ll -o %t.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: clang-22 -O1 -ffp-model=strict -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.strict.ll
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %t.strict.ll -o %t.bc 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: clang-22 -O1 -DDEFINES -Xclang -disable-llvm-passes -S -emit-llvm %s -o %t.defines.ll
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-distribute %t.defines.ll -o %t.bc 2>&1 | FileCheck --check-prefix=LIBRARY %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-distribute --passes=hir-canonicalize,hir-distribute,hir-canonicalize,hir-interchange %s
// Calls that set errno and do nothing else.
#include <errno.h>
#include <math.h>
#include <stdio.h>
double a[100], b[100], c[100], d[20][20], e[100];
double roots[20][20], limits[20][20];
float f[100];
int numbers[100];
static int own[100];

// errno is no double.
// CHECK: distribution of a loop in 'apart' done
// A function by that name of which the compiler shall know nothing may do anything.
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

// An int somewhere may be errno; a variable of the program is not, unless that is a C library.
// CHECK: distribution of a loop in 'anywhere' declined
__attribute__((noinline)) static void anywhere(int *p) {
    for (int i = 0; i < 100; i++) {
        b[i] = sqrt(a[i]);
        p[i] = i * 3;
    }
}

// CHECK: distribution of a loop in 'known' done
// LIBRARY: distribution of a loop in 'known' declined
__attribute__((noinline)) static void known(void) {
    for (int i = 0; i < 100; i++) {
        b[i] = sqrt(a[i]);
        numbers[i] = i * 3;
    }
}

// As wide as errno, but of another type.
// CHECK: distribution of a loop in 'floats' done
__attribute__((noinline)) static void floats(float *p) {
    for (int i = 0; i < 100; i++) {
        b[i] = sqrt(a[i]);
        p[i] = p[i] * 0.5f;
    }
}

// CHECK: distribution of a loop in 'own_numbers' done
__attribute__((noinline)) static void own_numbers(void) {
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

// Calls that may set errno to one thing or the other keep their order, and so do the loops around
// them.
// SWAP: interchange of a loop in 'order' declined
__attribute__((noinline)) static void order(void) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            d[j][i] = log(d[j][i]);
}

// Where all of them can set it to is EDOM, the order is of no concern.
// SWAP: interchange of a loop in 'one_error' done
// UNKNOWN-SWAP: interchange of a loop in 'one_error' declined
__attribute__((noinline)) static void one_error(void) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            roots[j][i] = sqrt(roots[j][i]) + fmod(roots[j][i], 3);
}

// SWAP: interchange of a loop in 'two_errors' declined
__attribute__((noinline)) static void two_errors(void) {
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            limits[j][i] = i == j ? exp(limits[j][i]) : sqrt(limits[j][i]);
}

#ifdef DEFINES
int *__errno_location(void) {
    return numbers;
}
#endif

static void hash(const char *name) {
    double sum = 0;
    long all = 0;
    for (int i = 0; i < 100; i++) {
        sum = sum * 0.75 + (b[i] == b[i] ? b[i] : -1) + (c[i] < 1e9 ? c[i] : 1e9);
        all = all * 31 + numbers[i] + own[i] + (long)(f[i] * 8);
    }
    for (int i = 0; i < 400; i++) {
        double x = roots[i / 20][i % 20], y = limits[i / 20][i % 20];
        sum = sum * 0.75 + (x == x ? x : -1) + (y == y && y < 1e9 ? y : -2);
    }
    printf("%s %a %ld %d\n", name, sum, all, errno);
    errno = 0;
}

int main(void) {
    for (int i = 0; i < 100; i++)
        e[i] = 3 - (a[i] = i == 77 ? -1 : i * 0.25);
    for (int i = 0; i < 400; i++)
        d[i / 20][i % 20] = i == 5 ? 0 : i == 100 ? -1 : i;
    for (int i = 0; i < 100; i++)
        f[i] = (float)i;
    for (int i = 0; i < 400; i++) {
        roots[i / 20][i % 20] = i == 50 ? -1 : i;
        limits[i / 20][i % 20] = i == 63 || i == 126 ? 1e9 : i == 100 ? -1 : i;
    }
    apart();
    hash("apart");
    both();
    hash("both");
    anywhere(numbers);
    hash("anywhere");
    known();
    hash("known");
    floats(f);
    hash("floats");
    own_numbers();
    hash("own_numbers");
    reads();
    hash("reads");
    order();
    hash("order");
    one_error();
    hash("one_error");
    two_errors();
    hash("two_errors");
    return 0;
}
