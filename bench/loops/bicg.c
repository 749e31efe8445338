/* The two products of a step of BiCG: s = A' r and q = A p, in one nest. */
#include "forms.h"

enum { M = SCALED(780), N = SCALED(700), ROUNDS = 260 };
MATRIX(double, a, N, M);
VECTOR(double, s, M);
VECTOR(double, q, N);
VECTOR(double, p, M);
VECTOR(double, r, N);

KERNEL void products(GIVEN(INTS(int M, int N) PLANE(double, a, N, M), LINE(double, s, M),
                           LINE(double, q, N), LINE(double, p, M), LINE(double, r, N))) {
    READ(M, a, columns)
    READ(N, a, rows)
    for (int i = 0; i < M; i++)
        s[i] = 0;
    for (int i = 0; i < N; i++) {
        q[i] = 0;
        for (int j = 0; j < M; j++) {
            s[j] = s[j] + r[i] * AT(a, i, j);
            q[i] = q[i] + AT(a, i, j) * p[j];
        }
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(p, 2);
    FILL_DOUBLES(r, 3);
    for (int round = 0; round < ROUNDS; round++) {
        products(GIVEN(INTS(at_run_time(M), at_run_time(N)) a, s, q, p, r));
        for (int i = 0; i < M; i++)
            p[i] = s[i] / 1000;
        for (int i = 0; i < N; i++)
            r[i] = q[i] / 1000;
    }
    PRINT(s);
    PRINT(q);
}
