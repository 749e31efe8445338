// RUN: %python %tests/everyday/everyday.py %s
/* setjmp and longjmp out of and beside loops. */
#include "everyday.h"
#include <setjmp.h>
enum { N = 600 };
static double a[N][N], b[N][N];
static jmp_buf back;
static void check(int i, int j, int stop) {
    if (i * N + j == stop)
        longjmp(back, j + 1);
}
int add(int n, int stop) {
    volatile int tries = 0;
    int code = setjmp(back);
    if (code) {
        tries++;
        stop = -1;
        if (tries > 2)
            return code;
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] += b[j][i];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            check(i, j, stop);
            b[i][j] -= a[i][j];
        }
    return code + 100 * tries;
}
int main(void) {
    fill(&a[0][0], N * N), fill(&b[0][0], N * N);
    printf("%d\n", add(N, -1));
    printf("%d\n", add(N, 777));
    printf("%d\n", add(N - 3, 5));
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: add()
