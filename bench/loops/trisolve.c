/* L X = B for many right-hand sides, one after the other. */
#include "forms.h"

enum { N = SCALED(640), SIDES = SCALED(560) };
MATRIX(double, l, N, N);
MATRIX(double, x, N, SIDES);

KERNEL void solve(GIVEN(INTS(int N, int SIDES) PLANE(double, l, N, N),
                        PLANE(double, x, N, SIDES))) {
    READ(N, l, rows)
    READ(SIDES, x, columns)
    for (int s = 0; s < SIDES; s++)
        for (int i = 0; i < N; i++) {
            double sum = AT(x, i, s);
            for (int k = 0; k < i; k++)
                sum -= AT(l, i, k) * AT(x, k, s);
            AT(x, i, s) = sum / AT(l, i, i);
        }
}

int main(void) {
    FILL_DOUBLES(l, 1);
    FILL_DOUBLES(x, 2);
    for (int i = 0; i < N; i++)
        AT(l, i, i) += N;
    solve(GIVEN(INTS(at_run_time(N), at_run_time(SIDES)) l, x));
    PRINT(x);
}
