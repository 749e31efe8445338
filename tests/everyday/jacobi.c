// RUN: %python %tests/everyday/everyday.py %s
/* Relaxation with two grids that change places, also if they are one. */
#include "everyday.h"
enum { N = 50 };
static double one[N][N], two[N][N];
double (*from)[N] = one, (*to)[N] = two;
void step(int n) {
    for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
            to[i][j] = 0.2 * (from[i][j] + from[i - 1][j] + from[i + 1][j] + from[i][j - 1] +
                              from[i][j + 1]);
    double (*t)[N] = from;
    from = to, to = t;
}
void relax(double (*a)[N], double (*b)[N], int n, int steps) {
    for (int t = 0; t < steps; t++) {
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                b[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int j = 1; j < n - 1; j++)
            for (int i = 1; i < n - 1; i++)
                a[i][j] = b[i][j];
    }
}
int main(void) {
    fill(&one[0][0], N * N), fill(&two[0][0], N * N);
    for (int i = 0; i < 5; i++)
        step(N);
    step(2), step(1);
    show("two", one, sizeof one), show("two", two, sizeof two);
    from = to = one;
    step(N), step(N);
    show("one", one, sizeof one);
    relax(one, two, N, 4);
    relax(one, one, N, 2);
    relax(one, (void *)&one[1][1], N - 2, 3);
    show("relaxed", one, sizeof one);
}

// CHANGES hir-optimize: relax() step()
