/* A = L U in place, row by row with products of rows and columns. */
#include "forms.h"

enum { N = SCALED(760) };
MATRIX(double, a, N, N);

KERNEL void factor(GIVEN(INTS(int N) PLANE(double, a, N, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                AT(a, i, j) -= AT(a, i, k) * AT(a, k, j);
            AT(a, i, j) /= AT(a, j, j);
        }
        for (int j = i; j < N; j++)
            for (int k = 0; k < i; k++)
                AT(a, i, j) -= AT(a, i, k) * AT(a, k, j);
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    for (int i = 0; i < N; i++)
        AT(a, i, i) += N;
    factor(GIVEN(INTS(at_run_time(N)) a));
    PRINT(a);
}
