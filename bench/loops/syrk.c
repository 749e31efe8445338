/* The lower triangle of C = alpha A A' + beta C. */
#include "check.h"

enum { N = 700, M = 600 };
static double a[N][M], c[N][N];

static void syrk(double alpha, double beta) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            c[i][j] *= beta;
            for (int k = 0; k < M; k++)
                c[i][j] += alpha * a[i][k] * a[j][k];
        }
}

int main(void) {
    fill_doubles(&a[0][0], N * M, 1);
    fill_doubles(&c[0][0], N * N, 2);
    syrk(1.5, 1.2);
    print_bits("c", c, sizeof c);
}
