/* The lower triangle of C = alpha A A' + beta C. */
#include "forms.h"

enum { N = SCALED(700), M = SCALED(600) };
MATRIX(double, a, N, M);
MATRIX(double, c, N, N);

KERNEL void syrk(double alpha, double beta GIVEN(, INTS(int N, int M) PLANE(double, a, N, M),
                                                 PLANE(double, c, N, N))) {
    READ(N, a, rows)
    READ(M, a, columns)
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            AT(c, i, j) *= beta;
            for (int k = 0; k < M; k++)
                AT(c, i, j) += alpha * AT(a, i, k) * AT(a, j, k);
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(c, 2);
    syrk(1.5, 1.2 GIVEN(, INTS(at_run_time(N), at_run_time(M)) a, c));
    PRINT(c);
}
