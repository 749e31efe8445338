/* The same over a plane, by rows. */
#include "forms.h"

enum { N = SCALED(560), STEPS = 420 };
MATRIX(double, a, N, N);
MATRIX(double, b, N, N);

KERNEL void relax(GIVEN(int STEPS, INTS(int N) PLANE(double, a, N, N), PLANE(double, b, N, N))) {
    READ(N, a, rows)
    for (int t = 0; t < STEPS; t++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                AT(b, i, j) = 0.2 * (AT(a, i, j) + AT(a, i, j - 1) + AT(a, i, j + 1) +
                                     AT(a, i + 1, j) + AT(a, i - 1, j));
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                AT(a, i, j) = 0.2 * (AT(b, i, j) + AT(b, i, j - 1) + AT(b, i, j + 1) +
                                     AT(b, i + 1, j) + AT(b, i - 1, j));
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    relax(GIVEN(at_run_time(STEPS), INTS(at_run_time(N)) a, b));
    PRINT(a);
}
