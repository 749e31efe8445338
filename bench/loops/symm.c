/* C = A B + beta C for a symmetric A of which only the lower half is stored. */
#include "forms.h"

enum { M = SCALED(560), N = SCALED(540) };
MATRIX(double, a, M, M);
MATRIX(double, b, M, N);
MATRIX(double, c, M, N);

KERNEL void symm(double beta GIVEN(, INTS(int M, int N) PLANE(double, a, M, M),
                                   PLANE(double, b, M, N), PLANE(double, c, M, N))) {
    READ(M, a, rows)
    READ(N, b, columns)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < i; k++) {
                AT(c, k, j) += AT(b, i, j) * AT(a, i, k);
                sum += AT(b, k, j) * AT(a, i, k);
            }
            AT(c, i, j) = beta * AT(c, i, j) + AT(b, i, j) * AT(a, i, i) + sum;
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    FILL_DOUBLES(c, 3);
    symm(0.5 GIVEN(, INTS(at_run_time(M), at_run_time(N)) a, b, c));
    PRINT(c);
}
