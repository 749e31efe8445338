/* y = A' (A x): each row times a vector, then the rows weighted by that. */
#include "forms.h"

enum { M = SCALED(700), N = SCALED(780), ROUNDS = 200 };
MATRIX(double, a, M, N);
VECTOR(double, x, N);
VECTOR(double, y, N);
VECTOR(double, t, M);

KERNEL void atax(GIVEN(INTS(int M, int N) PLANE(double, a, M, N), LINE(double, x, N),
                       LINE(double, y, N), LINE(double, t, M))) {
    READ(M, a, rows)
    READ(N, a, columns)
    for (int i = 0; i < N; i++)
        y[i] = 0;
    for (int i = 0; i < M; i++) {
        t[i] = 0;
        for (int j = 0; j < N; j++)
            t[i] = t[i] + AT(a, i, j) * x[j];
        for (int j = 0; j < N; j++)
            y[j] = y[j] + AT(a, i, j) * t[i];
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(x, 2);
    for (int round = 0; round < ROUNDS; round++) {
        atax(GIVEN(INTS(at_run_time(M), at_run_time(N)) a, x, y, t));
        for (int i = 0; i < N; i++)
            x[i] = y[i] / 1e6;
    }
    PRINT(y);
}
