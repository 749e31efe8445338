/* y = alpha A x + beta B x. */
#include "forms.h"

enum { N = SCALED(700), ROUNDS = 220 };
MATRIX(double, a, N, N);
MATRIX(double, b, N, N);
VECTOR(double, x, N);
VECTOR(double, y, N);
VECTOR(double, t, N);

KERNEL void gesummv(double alpha,
                    double beta GIVEN(, INTS(int N) PLANE(double, a, N, N), PLANE(double, b, N, N),
                                      LINE(double, x, N), LINE(double, y, N), LINE(double, t, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++) {
        t[i] = 0;
        y[i] = 0;
        for (int j = 0; j < N; j++) {
            t[i] = AT(a, i, j) * x[j] + t[i];
            y[i] = AT(b, i, j) * x[j] + y[i];
        }
        y[i] = alpha * t[i] + beta * y[i];
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    FILL_DOUBLES(x, 3);
    for (int round = 0; round < ROUNDS; round++) {
        gesummv(0.001, 0.0005 GIVEN(, INTS(at_run_time(N)) a, b, x, y, t));
        for (int i = 0; i < N; i++)
            x[i] = y[i];
    }
    PRINT(y);
}
