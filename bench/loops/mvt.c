/* x += A y and z += A' w: one matrix, once by rows and once by columns. */
#include "forms.h"

enum { N = SCALED(760), ROUNDS = 120 };
MATRIX(double, a, N, N);
VECTOR(double, x, N);
VECTOR(double, y, N);
VECTOR(double, z, N);
VECTOR(double, w, N);

KERNEL void mvt(GIVEN(INTS(int N) PLANE(double, a, N, N), LINE(double, x, N), LINE(double, y, N),
                      LINE(double, z, N), LINE(double, w, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i] = x[i] + AT(a, i, j) * y[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            z[i] = z[i] + AT(a, j, i) * w[j];
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(y, 2);
    FILL_DOUBLES(w, 3);
    for (int round = 0; round < ROUNDS; round++)
        mvt(GIVEN(INTS(at_run_time(N)) a, x, y, z, w));
    PRINT(x);
    PRINT(z);
}
