/* C = A' B: both factors are walked by columns. */
#include "check.h"

enum { N = 520 };
static double a[N][N], b[N][N], c[N][N];

static void multiply(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[k][i] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    multiply();
    print_bits("c", c, sizeof c);
}
