/* C = A' B: both factors are walked by columns. */
#include "forms.h"

enum { N = SCALED(520) };
MATRIX(double, a, N, N);
MATRIX(double, b, N, N);
MATRIX(double, c, N, N);

KERNEL void multiply(GIVEN(INTS(int N) PLANE(double, a, N, N), PLANE(double, b, N, N),
                           PLANE(double, c, N, N))) {
    READ(N, a, rows)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0;
            for (int k = 0; k < N; k++)
                sum += AT(a, k, i) * AT(b, k, j);
            AT(c, i, j) = sum;
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    multiply(GIVEN(INTS(at_run_time(N)) a, b, c));
    PRINT(c);
}
