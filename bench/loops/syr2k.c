/* The lower triangle of C = A B' + B A' + beta C, with sums in a local variable. */
#include "forms.h"

enum { N = SCALED(720), M = SCALED(700) };
MATRIX(double, a, N, M);
MATRIX(double, b, N, M);
MATRIX(double, c, N, N);

KERNEL void syr2k(double beta GIVEN(, INTS(int N, int M) PLANE(double, a, N, M),
                                    PLANE(double, b, N, M), PLANE(double, c, N, N))) {
    READ(N, a, rows)
    READ(M, a, columns)
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++) {
            double sum = beta * AT(c, i, j);
            for (int k = 0; k < M; k++)
                sum += AT(a, i, k) * AT(b, j, k) + AT(b, i, k) * AT(a, j, k);
            AT(c, i, j) = sum;
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    FILL_DOUBLES(c, 3);
    syr2k(1.2 GIVEN(, INTS(at_run_time(N), at_run_time(M)) a, b, c));
    PRINT(c);
}
