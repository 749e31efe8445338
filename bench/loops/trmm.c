/* B = alpha A' B in place, for a triangular A with ones on its diagonal. */
#include "check.h"

enum { M = 640, N = 600 };
static double a[M][M], b[M][N];

static void trmm(double alpha) {
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            for (int k = i + 1; k < M; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
}

int main(void) {
    fill_doubles(&a[0][0], M * M, 1);
    fill_doubles(&b[0][0], M * N, 2);
    trmm(0.7);
    print_bits("b", b, sizeof b);
}
