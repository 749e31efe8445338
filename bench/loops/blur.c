/* A separable blur: along rows, then along columns, pixel by pixel. */
#include "forms.h"

enum { HEIGHT = SCALED(760), WIDTH = SCALED(800), TAPS = 9 };
MATRIX(float, in, HEIGHT, WIDTH);
MATRIX(float, half, HEIGHT, WIDTH);
MATRIX(float, out, HEIGHT, WIDTH);
VECTOR(float, weight, TAPS);

KERNEL void blur(GIVEN(int TAPS, INTS(int HEIGHT, int WIDTH) PLANE(float, in, HEIGHT, WIDTH),
                       PLANE(float, half, HEIGHT, WIDTH), PLANE(float, out, HEIGHT, WIDTH),
                       LINE(float, weight, TAPS))) {
    READ(HEIGHT, in, rows)
    READ(WIDTH, in, columns)
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH - TAPS; x++) {
            float sum = 0;
            for (int t = 0; t < TAPS; t++)
                sum += weight[t] * AT(in, y, x + t);
            AT(half, y, x) = sum;
        }
    for (int x = 0; x < WIDTH - TAPS; x++)
        for (int y = 0; y < HEIGHT - TAPS; y++) {
            float sum = 0;
            for (int t = 0; t < TAPS; t++)
                sum += weight[t] * AT(half, y + t, x);
            AT(out, y, x) = sum;
        }
}

int main(void) {
    FILL_FLOATS(in, 1);
    FILL_FLOATS(weight, 2);
    for (int frame = 0; frame < 50; frame++) {
        blur(GIVEN(at_run_time(TAPS), INTS(at_run_time(HEIGHT), at_run_time(WIDTH)) in, half, out,
                   weight));
        memcpy(STORED(in), STORED(out), sizeof STORED(in));
    }
    PRINT(out);
}
