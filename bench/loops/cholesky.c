/* A = L L' in place, with products of rows. */
#include "forms.h"

#include <math.h>

enum { N = SCALED(1000) };
MATRIX(double, a, N, N);

KERNEL void factor(GIVEN(INTS(int N) PLANE(double, a, N, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                AT(a, i, j) -= AT(a, i, k) * AT(a, j, k);
            AT(a, i, j) /= AT(a, j, j);
        }
        for (int k = 0; k < i; k++)
            AT(a, i, i) -= AT(a, i, k) * AT(a, i, k);
        AT(a, i, i) = sqrt(AT(a, i, i));
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < i; j++)
            AT(a, j, i) = AT(a, i, j);
        AT(a, i, i) += N;
    }
    factor(GIVEN(INTS(at_run_time(N)) a));
    PRINT(a);
}
