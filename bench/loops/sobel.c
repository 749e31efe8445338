/* Edges of a picture, column by column. */
#include "check.h"

#include <math.h>

enum { HEIGHT = 1000, WIDTH = 1100 };
static float in[HEIGHT][WIDTH], out[HEIGHT][WIDTH];

static void sobel(void) {
    for (int x = 1; x < WIDTH - 1; x++)
        for (int y = 1; y < HEIGHT - 1; y++) {
            float gx = in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * in[y][x + 1] - 2 * in[y][x - 1] +
                       in[y + 1][x + 1] - in[y + 1][x - 1];
            float gy = in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * in[y + 1][x] - 2 * in[y - 1][x] +
                       in[y + 1][x + 1] - in[y - 1][x + 1];
            out[y][x] = fabsf(gx) + fabsf(gy);
        }
}

int main(void) {
    fill_floats(&in[0][0], HEIGHT * WIDTH, 1);
    for (int frame = 0; frame < 16; frame++) {
        sobel();
        in[frame + 1][frame + 1] = out[frame + 1][frame + 1];
    }
    print_bits("out", out, sizeof out);
}
