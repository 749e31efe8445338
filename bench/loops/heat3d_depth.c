/* The same with the depth of the body innermost in the program, but outermost in memory. */
#define FORMS 3
#include "forms.h"

enum { N = SCALED(96), STEPS = 12 };
CUBE(float, a, N, N, N);
CUBE(float, b, N, N, N);

KERNEL void step(GIVEN(INTS(int N)) PLANES(float, to, a, N, N), PLANES(float, from, b, N, N)) {
    for (int x = 1; x < N - 1; x++)
        for (int y = 1; y < N - 1; y++)
            for (int z = 1; z < N - 1; z++)
                to[z][y][x] = 0.4f * from[z][y][x] +
                              0.1f * (from[z][y][x - 1] + from[z][y][x + 1] + from[z][y - 1][x] +
                                      from[z][y + 1][x] + from[z - 1][y][x] + from[z + 1][y][x]);
}

int main(void) {
    FILL_FLOATS(a, 1);
    FILL_FLOATS(b, 1);
    for (int t = 0; t < STEPS; t++) {
        step(GIVEN(INTS(at_run_time(N))) b, a);
        step(GIVEN(INTS(at_run_time(N))) a, b);
    }
    PRINT(a);
}
