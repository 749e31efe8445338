/* C = alpha A B + beta C, as the textbook has it. */
#include "check.h"

enum { N = 520 };
static double a[N][N], b[N][N], c[N][N];

static void gemm(double alpha, double beta) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] *= beta;
            for (int k = 0; k < N; k++)
                c[i][j] += alpha * a[i][k] * b[k][j];
        }
}

int main(void) {
    fill_doubles(&a[0][0], N * N, 1);
    fill_doubles(&b[0][0], N * N, 2);
    fill_doubles(&c[0][0], N * N, 3);
    gemm(1.5, 0.5);
    print_bits("c", c, sizeof c);
}
