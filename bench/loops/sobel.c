/* Edges of a picture, column by column. */
#include "forms.h"

#include <math.h>

enum { HEIGHT = SCALED(1000), WIDTH = SCALED(1100) };
MATRIX(float, in, HEIGHT, WIDTH);
MATRIX(float, out, HEIGHT, WIDTH);

KERNEL void sobel(GIVEN(INTS(int HEIGHT, int WIDTH) PLANE(float, in, HEIGHT, WIDTH),
                        PLANE(float, out, HEIGHT, WIDTH))) {
    READ(HEIGHT, in, rows)
    READ(WIDTH, in, columns)
    for (int x = 1; x < WIDTH - 1; x++)
        for (int y = 1; y < HEIGHT - 1; y++) {
            float gx = AT(in, y - 1, x + 1) - AT(in, y - 1, x - 1) + 2 * AT(in, y, x + 1) -
                       2 * AT(in, y, x - 1) + AT(in, y + 1, x + 1) - AT(in, y + 1, x - 1);
            float gy = AT(in, y + 1, x - 1) - AT(in, y - 1, x - 1) + 2 * AT(in, y + 1, x) -
                       2 * AT(in, y - 1, x) + AT(in, y + 1, x + 1) - AT(in, y - 1, x + 1);
            AT(out, y, x) = fabsf(gx) + fabsf(gy);
        }
}

int main(void) {
    FILL_FLOATS(in, 1);
    for (int frame = 0; frame < 16; frame++) {
        sobel(GIVEN(INTS(at_run_time(HEIGHT), at_run_time(WIDTH)) in, out));
        AT(in, frame + 1, frame + 1) = AT(out, frame + 1, frame + 1);
    }
    PRINT(out);
}
