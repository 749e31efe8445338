/* Modified Gram-Schmidt over the columns of A. */
#include "forms.h"

#include <math.h>

enum { M = SCALED(560), N = SCALED(480) };
MATRIX(double, a, M, N);
MATRIX(double, q, M, N);
MATRIX(double, r, N, N);

KERNEL void orthogonalize(GIVEN(INTS(int M, int N) PLANE(double, a, M, N), PLANE(double, q, M, N),
                                PLANE(double, r, N, N))) {
    READ(M, a, rows)
    READ(N, a, columns)
    for (int k = 0; k < N; k++) {
        double norm = 0;
        for (int i = 0; i < M; i++)
            norm += AT(a, i, k) * AT(a, i, k);
        AT(r, k, k) = sqrt(norm);
        for (int i = 0; i < M; i++)
            AT(q, i, k) = AT(a, i, k) / AT(r, k, k);
        for (int j = k + 1; j < N; j++) {
            AT(r, k, j) = 0;
            for (int i = 0; i < M; i++)
                AT(r, k, j) += AT(q, i, k) * AT(a, i, j);
            for (int i = 0; i < M; i++)
                AT(a, i, j) = AT(a, i, j) - AT(q, i, k) * AT(r, k, j);
        }
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    orthogonalize(GIVEN(INTS(at_run_time(M), at_run_time(N)) a, q, r));
    PRINT(q);
    PRINT(r);
}
