/* The lower triangle of C = A B' + B A' + beta C, with sums in a local variable. */
#include "check.h"

enum { N = 720, M = 700 };
static double a[N][M], b[N][M], c[N][N];

static void syr2k(double beta) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = beta * c[i][j];
            for (int k = 0; k < M; k++)
                sum += a[i][k] * b[j][k] + b[i][k] * a[j][k];
            c[i][j] = sum;
        }
}

int main(void) {
    fill_doubles(&a[0][0], N * M, 1);
    fill_doubles(&b[0][0], N * M, 2);
    fill_doubles(&c[0][0], N * N, 3);
    syr2k(1.2);
    print_bits("c", c, sizeof c);
}
