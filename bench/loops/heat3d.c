/* Heat in a solid body. */
#define FORMS 3
#include "forms.h"

enum { N = SCALED(72), STEPS = 200 };
CUBE(double, a, N, N, N);
CUBE(double, b, N, N, N);

KERNEL void step(GIVEN(INTS(int N)) PLANES(double, to, a, N, N), PLANES(double, from, b, N, N)) {
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            for (int k = 1; k < N - 1; k++)
                to[i][j][k] = 0.125 * (from[i + 1][j][k] - 2 * from[i][j][k] + from[i - 1][j][k]) +
                              0.125 * (from[i][j + 1][k] - 2 * from[i][j][k] + from[i][j - 1][k]) +
                              0.125 * (from[i][j][k + 1] - 2 * from[i][j][k] + from[i][j][k - 1]) +
                              from[i][j][k];
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 1);
    for (int t = 0; t < STEPS; t++) {
        step(GIVEN(INTS(at_run_time(N))) b, a);
        step(GIVEN(INTS(at_run_time(N))) a, b);
    }
    PRINT(a);
}
