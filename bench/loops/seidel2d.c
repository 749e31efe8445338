/* Relaxation in place: each value uses those that are new already. */
#include "forms.h"

enum { N = SCALED(600), STEPS = 120 };
MATRIX(double, a, N, N);

KERNEL void relax(GIVEN(int STEPS, INTS(int N) PLANE(double, a, N, N))) {
    READ(N, a, rows)
    for (int t = 0; t < STEPS; t++)
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                AT(a, i, j) =
                    0.25 * (AT(a, i - 1, j) + AT(a, i, j - 1) + AT(a, i, j + 1) + AT(a, i + 1, j));
}

int main(void) {
    FILL_DOUBLES(a, 1);
    relax(GIVEN(at_run_time(STEPS), INTS(at_run_time(N)) a));
    PRINT(a);
}
