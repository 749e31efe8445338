/* A plane with x first, as in mathematics, so that memory is walked by columns. */
#include "forms.h"

enum { N = SCALED(600), STEPS = 90 };
MATRIX(double, a, N, N);
MATRIX(double, b, N, N);

KERNEL void relax(GIVEN(int STEPS, INTS(int N) PLANE(double, a, N, N), PLANE(double, b, N, N))) {
    READ(N, a, rows)
    for (int t = 0; t < STEPS; t++) {
        for (int x = 1; x < N - 1; x++)
            for (int y = 1; y < N - 1; y++)
                AT(b, y, x) =
                    0.25 * (AT(a, y, x - 1) + AT(a, y, x + 1) + AT(a, y - 1, x) + AT(a, y + 1, x));
        for (int x = 1; x < N - 1; x++)
            for (int y = 1; y < N - 1; y++)
                AT(a, y, x) = AT(b, y, x);
    }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    relax(GIVEN(at_run_time(STEPS), INTS(at_run_time(N)) a, b));
    PRINT(a);
}
