// RUN: lathe opt --verbose '--passes=hir-canonicalize,hir-test-sequence<steps=interchange:unroll-jam/3:perfect:fuse>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=WHY %s
// RUN: lathe opt --verbose --passes=hir-canonicalize,hir-reduce-in-memory %s -o %t.bc 2>&1 | FileCheck --check-prefix=SUM %s
// RUN: %python %tests/run/compare.py '--passes=hir-canonicalize,hir-test-sequence<steps=interchange:unroll-jam/3:perfect:fuse>' '--passes=hir-canonicalize,hir-test-sequence<steps=perfect:fuse:licm:unroll-jam/3:scalar-replace>' '--passes=hir-canonicalize,hir-test-sequence<steps=reverse:tile/4:sink:scalar-replace-within:distribute>' --passes=hir-canonicalize,hir-reduce-in-memory '--passes=hir-canonicalize,hir-unroll-jam<factor=3>' '--passes=hir-canonicalize,hir-tile<size=4>' %s
// RUN: not lathe opt '--passes=hir-test-sequence<steps=reverse:turn>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=NAME %s
// RUN: not lathe opt '--passes=hir-test-sequence<steps=tile/1>' %s -o %t.bc 2>&1 | FileCheck --check-prefix=SIZE %s
// RUN: not lathe opt '--passes=hir-test-sequence' %s -o %t.bc 2>&1 | FileCheck --check-prefix=NONE %s
// Several transforms on one HIR, and statements that only few of them meet: switches, which are
// copied, and sums that are read or stored in other ways than most.
// NAME: steps=…turn: expected names of transforms without hir-
// SIZE: steps=…tile/1{{.*}}: expected a size or a level
// NONE: steps=…: expected 1 to 16 transforms
#include <stdio.h>
static double a[30][40], b[30][40];
static int d[40][40], e[30][40], f[40], g[40], k[40], x[40];

// WHY: interchange of a loop in 'switched' done
// WHY: unroll-and-jam of a loop in 'switched' done
__attribute__((noinline)) void switched(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 40; j++)
            switch (k[j]) {
            case 0:
                e[i][j] = d[j][i] + 1;
                break;
            case 1:
                e[i][j] += 3 * i;
                break;
            case 5:
                a[i][j] = 7;
                break;
            default:
                e[i][j] -= j;
            }
}

// Ways that meet again are gotos.
// WHY: unroll-and-jam of a loop in 'fallen' declined: there are gotos in it [jumps]
__attribute__((noinline)) void fallen(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 40; j++)
            switch (k[j]) {
            case 0:
                e[i][j] = d[j][i] + 1;
                /* fall through */
            case 1:
                e[i][j] += 3 * i;
                break;
            case 9:
                e[i][j] += 11;
                /* fall through */
            default:
                e[i][j] -= j;
            }
}

// What the loop takes last is where its sum goes.
// SUM: reduction in memory of a loop in 'place' declined: the address that the sum is stored to is not loop-invariant [place-varies]
__attribute__((noinline)) void place(void) {
    for (int i = 0; i < 30; i++) {
        int s = 1, at = 0;
        for (int j = 0; j < 40; j++) {
            s += e[i][j];
            at = f[j];
        }
        g[at] = s;
    }
}

// Something else needs what the sum starts with.
// WHY: reduction in memory of a loop in 'start' done
// WHY: fusion of a loop in 'start' done
// SUM: reduction in memory of a loop in 'start' done
__attribute__((noinline)) void start(void) {
    for (int i = 0; i < 30; i++) {
        int s = f[i] * 3;
        x[i] = s + 1;
        for (int j = 0; j < 40; j++)
            s += e[i][j];
        g[i] = s;
    }
}

// It changes behind the loop.
// SUM: reduction in memory of a loop in 'changed' done
__attribute__((noinline)) void changed(void) {
    for (int i = 0; i < 30; i++) {
        int s = 0;
        for (int j = 0; j < 40; j++)
            s += e[i][j];
        x[i] = s;
        g[i] = s ^ f[i];
    }
}

// With no iteration it is what it starts with, and it is needed twice.
// SUM: reduction in memory of a loop in 'joined' done
__attribute__((noinline)) void joined(int n) {
    for (int i = 0; i < 30; i++) {
        int s = f[i];
        for (int j = 0; j < n; j++)
            s += e[i][j];
        x[i] = s * 2;
        g[i] = s;
    }
}

// Both are in the loop all the time; the one that m points to may be among those that it writes.
// SUM: reduction in memory of a loop in 'read_again' declined: no temp that it assigns is stored after it [no-sum]
__attribute__((noinline)) void read_again(int *m) {
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++) {
            *m += e[i][j];
            f[j] = *m & 31;
        }
}

// SUM: reduction in memory of a loop in 'behind' done
__attribute__((noinline)) int behind(void) {
    int s = 0;
    for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 40; j++) {
            g[i] += e[i][j];
            s = g[i];
        }
        x[i] = s;
    }
    return s;
}

__attribute__((noinline)) void narrow(void) {
    for (unsigned char i = 0; i < 30; i++)
        for (unsigned char j = 0; j < 40; j++)
            a[i][j] += b[i][j];
}

int main(void) {
    for (int i = 0; i < 40; i++) {
        f[i] = (i * 7) % 40;
        g[i] = i;
        x[i] = 3 * i;
        k[i] = i % 7;
        for (int j = 0; j < 40; j++)
            d[i][j] = i ^ j;
    }
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++) {
            e[i][j] = (i * j) % 11 - 3;
            b[i][j] = i - j;
        }
    for (int n = 0; n < 30; n += 4) {
        switched(n);
        fallen(n);
    }
    place();
    start();
    changed();
    joined(40);
    joined(0);
    read_again(&f[3]);
    read_again(&x[2]);
    int out = behind();
    narrow();
    unsigned sum = (unsigned)out;
    for (int i = 0; i < 40; i++)
        sum = sum * 31 + (unsigned)f[i] * 7 + (unsigned)g[i] * 3 + (unsigned)x[i];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 40; j++)
            sum = sum * 31 + (unsigned)(int)a[i][j] + (unsigned)e[i][j];
    printf("%u\n", sum);
}
