/* A layer of a convolutional network: all channels of a picture through 3 x 3 filters. */
#include "check.h"

enum { IN = 48, OUT = 40, HEIGHT = 112, WIDTH = 112 };
static float in[IN][HEIGHT + 2][WIDTH + 2], filter[OUT][IN][3][3], out[OUT][HEIGHT][WIDTH];

static void convolve(void) {
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
    fill_floats(&in[0][0][0], (size_t)IN * (HEIGHT + 2) * (WIDTH + 2), 1);
    fill_floats(&filter[0][0][0][0], (size_t)OUT * IN * 9, 2);
    convolve();
    print_bits("out", out, sizeof out);
}
