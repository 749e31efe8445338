/* B = alpha A' B in place, for a triangular A with ones on its diagonal. */
#include "forms.h"

enum { M = SCALED(640), N = SCALED(600) };
MATRIX(double, a, M, M);
MATRIX(double, b, M, N);

KERNEL void trmm(double alpha GIVEN(, INTS(int M, int N) PLANE(double, a, M, M),
                                    PLANE(double, b, M, N))) {
    READ(M, a, rows)
    READ(N, b, columns)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            for (int k = i + 1; k < M; k++)
                AT(b, i, j) += AT(a, k, i) * AT(b, k, j);
            AT(b, i, j) = alpha * AT(b, i, j);
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    trmm(0.7 GIVEN(, INTS(at_run_time(M), at_run_time(N)) a, b));
    PRINT(b);
}
