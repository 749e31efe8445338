/* A separable blur: along rows, then along columns, pixel by pixel. */
#include "check.h"

enum { HEIGHT = 760, WIDTH = 800, TAPS = 9 };
static float in[HEIGHT][WIDTH], half[HEIGHT][WIDTH], out[HEIGHT][WIDTH], weight[TAPS];

static void blur(void) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH - TAPS; x++) {
            float sum = 0;
            for (int t = 0; t < TAPS; t++)
                sum += weight[t] * in[y][x + t];
            half[y][x] = sum;
        }
    for (int x = 0; x < WIDTH - TAPS; x++)
        for (int y = 0; y < HEIGHT - TAPS; y++) {
            float sum = 0;
            for (int t = 0; t < TAPS; t++)
                sum += weight[t] * half[y + t][x];
            out[y][x] = sum;
        }
}

int main(void) {
    fill_floats(&in[0][0], HEIGHT * WIDTH, 1);
    fill_floats(weight, TAPS, 2);
    for (int frame = 0; frame < 50; frame++) {
        blur();
        memcpy(in, out, sizeof in);
    }
    print_bits("out", out, sizeof out);
}
