/* A plus two outer products, times vectors from both sides, again and again. */
#include "forms.h"

enum { N = SCALED(760), ROUNDS = 80 };
MATRIX(double, a, N, N);
VECTOR(double, u1, N);
VECTOR(double, v1, N);
VECTOR(double, u2, N);
VECTOR(double, v2, N);
VECTOR(double, w, N);
VECTOR(double, x, N);
VECTOR(double, y, N);
VECTOR(double, z, N);

KERNEL void gemver(double alpha,
                   double beta GIVEN(, INTS(int N) PLANE(double, a, N, N), LINE(double, u1, N),
                                     LINE(double, v1, N), LINE(double, u2, N), LINE(double, v2, N),
                                     LINE(double, w, N), LINE(double, x, N), LINE(double, y, N),
                                     LINE(double, z, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            AT(a, i, j) = AT(a, i, j) + u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            x[i] = x[i] + beta * AT(a, j, i) * y[j];
    for (int i = 0; i < N; i++)
        x[i] = x[i] + z[i];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            w[i] = w[i] + alpha * AT(a, i, j) * x[j];
}

int main(void) {
    double *vectors[] = {u1, v1, u2, v2, w, x, y, z};
    FILL_DOUBLES(a, 1);
    for (unsigned i = 0; i < 8; i++)
        fill_doubles(vectors[i], N, i + 2);
    for (int round = 0; round < ROUNDS; round++)
        gemver(0.001, 0.002 GIVEN(, INTS(at_run_time(N)) a, u1, v1, u2, v2, w, x, y, z));
    PRINT(w);
}
