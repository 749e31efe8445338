/* C = A B': each element is the product of two rows. */
#include "forms.h"

enum { N = SCALED(600) };
MATRIX(double, a, N, N);
MATRIX(double, b, N, N);
MATRIX(double, c, N, N);

KERNEL void multiply(GIVEN(INTS(int N) PLANE(double, a, N, N), PLANE(double, b, N, N),
                           PLANE(double, c, N, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            AT(c, i, j) = 0;
            for (int k = 0; k < N; k++)
                AT(c, i, j) += AT(a, i, k) * AT(b, j, k);
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    multiply(GIVEN(INTS(at_run_time(N)) a, b, c));
    PRINT(c);
}
