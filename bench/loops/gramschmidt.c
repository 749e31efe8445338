/* Modified Gram-Schmidt over the columns of A. */
#include "check.h"

#include <math.h>

enum { M = 560, N = 480 };
static double a[M][N], q[M][N], r[N][N];

static void orthogonalize(void) {
    for (int k = 0; k < N; k++) {
        double norm = 0;
        for (int i = 0; i < M; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrt(norm);
        for (int i = 0; i < M; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < N; j++) {
            r[k][j] = 0;
            for (int i = 0; i < M; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < M; i++)
                a[i][j] = a[i][j] - q[i][k] * r[k][j];
        }
    }
}

int main(void) {
    fill_doubles(&a[0][0], M * N, 1);
    orthogonalize();
    print_bits("q", q, sizeof q);
    print_bits("r", r, sizeof r);
}
