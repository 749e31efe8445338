/* A layer of a convolutional network: all channels of a picture through 3 x 3 filters. */
#define FORMS 3
#include "forms.h"

enum { IN = SCALED(48), OUT = SCALED(40), HEIGHT = SCALED(112), WIDTH = SCALED(112) };
CUBE(float, in, IN, HEIGHT + 2, WIDTH + 2);
HYPER(float, filter, OUT, IN, 3, 3);
CUBE(float, out, OUT, HEIGHT, WIDTH);

KERNEL void convolve(GIVEN(INTS(int IN, int OUT, int HEIGHT, int WIDTH)
                               SPACE(float, in, IN, HEIGHT + 2, WIDTH + 2),
                           HYPERSPACE(float, filter, OUT, IN, 3, 3),
                           SPACE(float, out, OUT, HEIGHT, WIDTH))) {
    for (int o = 0; o < OUT; o++)
        for (int y = 0; y < HEIGHT; y++)
            for (int x = 0; x < WIDTH; x++) {
                out[o][y][x] = 0;
                for (int c = 0; c < IN; c++)
                    for (int dy = 0; dy < 3; dy++)
                        for (int dx = 0; dx < 3; dx++)
                            out[o][y][x] += filter[o][c][dy][dx] * in[c][y + dy][x + dx];
            }
}

int main(void) {
    FILL_FLOATS(in, 1);
    FILL_FLOATS(filter, 2);
    convolve(GIVEN(INTS(at_run_time(IN), at_run_time(OUT), at_run_time(HEIGHT), at_run_time(WIDTH))
                       in,
                   filter, out));
    PRINT(out);
}
