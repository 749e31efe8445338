// Loops that do nothing with a temp but accumulate in it may take their iterations in any order: sums
// and products of whole numbers, bits, minima and maxima; of other numbers if the program allows it.
// Flags of the steps do not hold in another order. Near misses keep their order.
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-interchange %s -o %t.bc 2>&1 | FileCheck %s
// RUN: llvm-dis %t.bc -o - | FileCheck --check-prefix=IR %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-reverse %s -o %t.r.bc 2>&1 | FileCheck --check-prefix=REVERSE %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-unroll-jam %s -o %t.j.bc 2>&1 | FileCheck --check-prefix=JAM %s
// RUN: lathe opt --verbose '--passes=hir-canonicalize,hir-tile<size=8>' %s -o %t.t.bc 2>&1 | FileCheck --check-prefix=TILE %s
// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.o.bc 2>&1 | FileCheck --check-prefix=DRIVER %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-interchange %s -o %t.f.bc -- -ffast-math 2>&1 | FileCheck --check-prefix=FAST %s
// RUN: lathe hir --why-not=interchange %s | FileCheck --check-prefix=WHY %s
// RUN: %python %tests/run/compare.py --passes=hir-canonicalize,hir-interchange --passes=hir-canonicalize,hir-reverse --passes=hir-canonicalize,hir-unroll-jam '--passes=hir-canonicalize,hir-tile<size=8>' --passes=hir-optimize %s
#include <stdio.h>

enum { N = 97 };
static int a[N][N];
static double d[N][N];

#define NEST for (int i = 0; i < N; i++) for (int j = 0; j < N; j++)
#define KERNEL __attribute__((noinline))

// CHECK: interchange of a loop in 'sum' done
// REVERSE: reversal of a loop in 'sum' done
// JAM: unroll-and-jam of a loop in 'sum' done
// TILE: tiling of a loop in 'sum' done
// DRIVER: interchange of a loop in 'sum' done
// WHY-LABEL: FUNCTION sum
// WHY: : interchangeable
// IR-LABEL: @sum(
// IR: add i32 %
KERNEL int sum(void) {
    int s = 0;
    NEST s += a[j][i];
    return s;
}

// CHECK: interchange of a loop in 'difference' done
// IR-LABEL: @difference(
// IR: sub i32 %
KERNEL int difference(void) {
    int s = 5;
    NEST s -= a[j][i] ^ 3;
    return s;
}

// Of the canonical form, too, nothing is known any more.
// CHECK: interchange of a loop in 'more' done
KERNEL long more(void) {
    long s = 0;
    NEST s += (long)a[j][i] + 3 * i - j + (a[i][j] & 7);
    return s;
}

// CHECK: interchange of a loop in 'product' done
// IR-LABEL: @product(
// IR: mul i32 %
KERNEL unsigned product(void) {
    unsigned s = 1;
    NEST s *= (unsigned)a[j][i] | 1;
    return s;
}

// CHECK: interchange of a loop in 'bits' done
KERNEL unsigned bits(void) {
    unsigned x = 0, y = 0, z = ~0u;
    NEST {
        x ^= (unsigned)a[j][i];
        y |= (unsigned)a[j][i] << (j & 3);
        z &= (unsigned)a[j][i] | 0xff00;
    }
    return x + y + z;
}

// CHECK: interchange of a loop in 'count' done
KERNEL int count(void) {
    int s = 0;
    NEST if (a[j][i] > 3)
        s++;
    return s;
}

// CHECK: interchange of a loop in 'some' done
KERNEL int some(void) {
    int s = 0;
    NEST if (a[j][i] > 3)
        s += a[i][j] * 3;
    return s;
}

// CHECK: interchange of a loop in 'largest' done
KERNEL int largest(void) {
    int s = -1000;
    NEST s = a[j][i] > s ? a[j][i] : s;
    return s;
}

// CHECK: interchange of a loop in 'least' done
KERNEL unsigned least(void) {
    unsigned s = 1000;
    NEST if ((unsigned)a[j][i] < s)
        s = (unsigned)a[j][i];
    return s;
}

// CHECK: interchange of a loop in 'reassociated' done
// IR-LABEL: @reassociated(
// IR: fadd reassoc double %
KERNEL double reassociated(void) {
#pragma clang fp reassociate(on)
    double s = 0;
    NEST s += d[j][i];
    return s;
}

// CHECK: interchange of a loop in 'in_order' declined: {{.*}} [dependence]
// REVERSE: reversal of a loop in 'in_order' declined: {{.*}} [dependence]
// JAM: unroll-and-jam of a loop in 'in_order' declined: {{.*}} [dependence]
// TILE: tiling of a loop in 'in_order' declined: {{.*}} [dependence]
// WHY-LABEL: FUNCTION in_order
// WHY: a dependence is carried between iterations
KERNEL double in_order(void) {
    double s = 0;
    NEST s += d[j][i];
    return s;
}

// CHECK: interchange of a loop in 'largest_real' declined: {{.*}} [dependence]
// FAST: interchange of a loop in 'in_order' done
// FAST: interchange of a loop in 'largest_real' done
KERNEL double largest_real(void) {
    double s = -1;
    NEST s = d[j][i] > s ? d[j][i] : s;
    return s;
}

// Numbers of which none is -0; NaNs are passed over.
// CHECK: interchange of a loop in 'largest_size' done
// JAM: unroll-and-jam of a loop in 'largest_size' done
KERNEL double largest_size(void) {
    double s = 0;
    NEST {
        double x = __builtin_fabs(d[j][i]);
        if (x > s)
            s = x;
    }
    return s;
}

// CHECK: interchange of a loop in 'least_square' done
KERNEL double least_square(void) {
    double s = 1e300;
    NEST {
        double x = d[j][i] * d[j][i];
        s = x < s ? x : s;
    }
    return s;
}

// CHECK: interchange of a loop in 'largest_whole' done
KERNEL double largest_whole(void) {
    double s = -0.0;
    NEST {
        double x = a[j][i];
        s = s < x ? x : s;
    }
    return s;
}

// Here the last NaN stays until there is something else.
// CHECK: interchange of a loop in 'not_less' declined: {{.*}} [dependence]
KERNEL double not_less(void) {
    double s = 0;
    NEST {
        double x = __builtin_fabs(d[j][i]);
        s = x <= s ? s : x;
    }
    return s;
}

// Sums on the way are seen.
// REVERSE: reversal of a loop in 'seen' declined: {{.*}} [dependence]
static int out[N][N];
KERNEL int seen(void) {
    int s = 0;
    NEST {
        s += a[j][i];
        out[i][j] = s;
    }
    return s;
}

// CHECK: interchange of a loop in 'decides' declined: {{.*}} [dependence]
KERNEL int decides(void) {
    int s = 0;
    NEST if (s < 500)
        s += a[j][i];
    return s;
}

// CHECK: interchange of a loop in 'mixed' declined: {{.*}} [dependence]
KERNEL unsigned mixed(void) {
    unsigned s = 1;
    NEST {
        s += (unsigned)a[j][i];
        s *= 3;
    }
    return s;
}

// CHECK: interchange of a loop in 'turned' declined: {{.*}} [dependence]
KERNEL int turned(void) {
    int s = 0;
    NEST s = a[j][i] - s;
    return s;
}

// CHECK: interchange of a loop in 'twice' declined: {{.*}} [dependence]
KERNEL unsigned twice(void) {
    unsigned s = 1;
    NEST s += (unsigned)a[j][i] + s;
    return s;
}

// CHECK: interchange of a loop in 'times' declined: {{.*}} [dependence]
KERNEL unsigned times(void) {
    unsigned s = 1;
    NEST s += (unsigned)i * s + (unsigned)a[j][i];
    return s;
}

// CHECK: interchange of a loop in 'last' declined: {{.*}} [dependence]
KERNEL int last(void) {
    int s = 0;
    NEST s = a[j][i] > 3 ? a[j][i] : s;
    return s;
}

// CHECK: interchange of a loop in 'smaller' declined: {{.*}} [dependence]
KERNEL int smaller(void) {
    int s = 7;
    NEST s = a[j][i] > s ? s : a[j][i] & 63;
    return s;
}

// The sum so far is a bound in the next iteration of the loop around.
// CHECK: interchange of a loop in 'bound' done
KERNEL int bound(int s) {
    for (int k = 0; k < 2; k++) {
        int end = s;
        for (int i = 0; i < end; i++)
            for (int j = 0; j < 10; j++)
                s += a[j][i] & 1;
    }
    return s;
}

int main(void) {
    NEST {
        a[i][j] = (i * 131 + j * 71) % 23 - 7;
        d[i][j] = (i * 7 + j) % 11 - 3;
    }
    printf("%d %d %ld %u %u %d %d %d %u\n", sum(), difference(), more(), product(), bits(), count(),
           some(), largest(), least());
    printf("%g %g %g\n", reassociated(), in_order(), largest_real());
    d[3][4] = d[90][2] = 0 / (double)(a[0][0] - a[0][0]);
    d[50][7] = -1e9;
    d[7][9] = -0.0;
    printf("%g %g %g %g\n", largest_size(), least_square(), largest_whole(), not_less());
    printf("%d %d %u %d %u %u %d %d %d\n", seen() + out[5][7], decides(), mixed(), turned(), twice(),
           times(), last(), smaller(), bound(5));
    return 0;
}
