/* C += A B for a few rows of A: B is larger than caches are. */
#include "check.h"

enum { ROWS = SCALED(80), N = SCALED(1600) };
static double a[ROWS][N], b[N][N], c[ROWS][N];

static void multiply(void) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
}

int main(void) {
    fill_doubles(&a[0][0], ROWS * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    fill_doubles(&c[0][0], ROWS * N, 3);
    multiply();
    print_bits("c", c, sizeof c);
}
