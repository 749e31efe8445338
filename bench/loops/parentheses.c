/* The cheapest order for a chain of matrix products. */
#include "forms.h"

enum { N = SCALED(1000) };
MATRIX(double, cost, N, N);
VECTOR(double, size, N + 1);

KERNEL void order(GIVEN(INTS(int N) PLANE(double, cost, N, N), LINE(double, size, N + 1))) {
    READ(N, cost, rows)
    for (int i = N - 1; i >= 0; i--)
        for (int j = i + 1; j < N; j++) {
            AT(cost, i, j) = 1e30;
            for (int k = i; k < j; k++) {
                double with =
                    AT(cost, i, k) + AT(cost, k + 1, j) + size[i] * size[k + 1] * size[j + 1];
                if (with < AT(cost, i, j))
                    AT(cost, i, j) = with;
            }
        }
}

int main(void) {
    FILL_DOUBLES(size, 1);
    order(GIVEN(INTS(at_run_time(N)) cost, size));
    PRINT(cost);
}
