/* Electric and magnetic fields on a staggered grid. */
#include "check.h"

enum { NX = 400, NY = 440, STEPS = 500 };
static double ex[NX][NY], ey[NX][NY], hz[NX][NY];

static void fields(void) {
    for (int t = 0; t < STEPS; t++) {
        for (int j = 0; j < NY; j++)
            ey[0][j] = t;
        for (int i = 1; i < NX; i++)
            for (int j = 0; j < NY; j++)
                ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < NX; i++)
            for (int j = 1; j < NY; j++)
                ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < NX - 1; i++)
            for (int j = 0; j < NY - 1; j++)
                hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}

int main(void) {
    fill_doubles(&ex[0][0], NX * NY, 1);
    fill_doubles(&ey[0][0], NX * NY, 2);
    fill_doubles(&hz[0][0], NX * NY, 3);
    fields();
    print_bits("hz", hz, sizeof hz);
}
