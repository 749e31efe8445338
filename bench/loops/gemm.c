/* C = alpha A B + beta C, as the textbook has it. */
#include "forms.h"

enum { N = SCALED(520) };
MATRIX(double, a, N, N);
MATRIX(double, b, N, N);
MATRIX(double, c, N, N);

KERNEL void gemm(double alpha, double beta GIVEN(, INTS(int N) PLANE(double, a, N, N),
                                                 PLANE(double, b, N, N), PLANE(double, c, N, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            AT(c, i, j) *= beta;
            for (int k = 0; k < N; k++)
                AT(c, i, j) += alpha * AT(a, i, k) * AT(b, k, j);
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    FILL_DOUBLES(c, 3);
    gemm(1.5, 0.5 GIVEN(, INTS(at_run_time(N)) a, b, c));
    PRINT(c);
}
