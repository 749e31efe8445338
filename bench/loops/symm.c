/* C = A B + beta C for a symmetric A of which only the lower half is stored. */
#include "check.h"

enum { M = 560, N = 540 };
static double a[M][M], b[M][N], c[M][N];

static void symm(double beta) {
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += b[i][j] * a[i][k];
                sum += b[k][j] * a[i][k];
            }
            c[i][j] = beta * c[i][j] + b[i][j] * a[i][i] + sum;
        }
}

int main(void) {
    fill_doubles(&a[0][0], M * M, 1);
    fill_doubles(&b[0][0], M * N, 2);
    fill_doubles(&c[0][0], M * N, 3);
    symm(0.5);
    print_bits("c", c, sizeof c);
}
