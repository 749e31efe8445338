// RUN: %python %tests/everyday/everyday.py %s
/* Functions given by pointer, called beside and inside loops. */
#include "everyday.h"
enum { N = 40 };
static double a[N][N], b[N][N];
static int calls;
static double half(double x) {
    return x / 2;
}
static double spoil(double x) {
    b[calls % N][3] += x;
    calls++;
    return x;
}
void map(int n, double (*f)(double)) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] = f(a[i][j]) + b[i][j];
}
void beside(int n, double (*f)(double)) {
    for (int j = 0; j < n; j++) {
        a[0][j] = f(a[0][j]);
        for (int i = 1; i < n; i++)
            a[i][j] += b[i][j] * a[0][j];
        for (int i = 0; i < n; i++)
            b[i][j] -= a[i][j];
    }
}
int main(void) {
    fill(&a[0][0], N * N), fill(&b[0][0], N * N);
    map(N, half), beside(N, half), map(N, spoil), beside(N, spoil), beside(0, spoil);
    printf("%d\n", calls);
    show("a", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: nothing
