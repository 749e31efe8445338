// RUN: %python %tests/everyday/everyday.py %s
/* Matrices beside volatile numbers, and atomic counters. */
#include "everyday.h"
#include <stdatomic.h>
enum { N = 40 };
static double a[N][N], b[N][N];
static volatile int rows = N, reads;
static _Atomic int counted;
void by_volatile_bound(void) {
    for (int j = 0; j < N; j++)
        for (int i = 0; i < rows; i++)
            a[i][j] += b[j][i];
}
void with_volatile_read(int n) {
    for (int j = 0; j < n; j++) {
        reads = reads + 1;
        for (int i = 0; i < n; i++)
            a[i][j] += b[j][i] * reads;
    }
}
void with_counter(int n) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            b[i][j] = a[j][i] * 0.5;
            if (b[i][j] > 1)
                counted++;
        }
}
int main(void) {
    fill(&a[0][0], N * N), fill(&b[0][0], N * N);
    by_volatile_bound(), with_volatile_read(N), with_counter(N), rows = 3, by_volatile_bound();
    with_volatile_read(0), with_counter(0);
    printf("%d %d\n", reads, counted);
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: nothing
