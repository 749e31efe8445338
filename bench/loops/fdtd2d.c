/* Electric and magnetic fields on a staggered grid. */
#include "forms.h"

enum { NX = SCALED(400), NY = SCALED(440), STEPS = 500 };
MATRIX(double, ex, NX, NY);
MATRIX(double, ey, NX, NY);
MATRIX(double, hz, NX, NY);

KERNEL void fields(GIVEN(int STEPS, INTS(int NX, int NY) PLANE(double, ex, NX, NY),
                         PLANE(double, ey, NX, NY), PLANE(double, hz, NX, NY))) {
    READ(NX, ex, rows)
    READ(NY, ex, columns)
    for (int t = 0; t < STEPS; t++) {
        for (int j = 0; j < NY; j++)
            AT(ey, 0, j) = t;
        for (int i = 1; i < NX; i++)
            for (int j = 0; j < NY; j++)
                AT(ey, i, j) = AT(ey, i, j) - 0.5 * (AT(hz, i, j) - AT(hz, i - 1, j));
        for (int i = 0; i < NX; i++)
            for (int j = 1; j < NY; j++)
                AT(ex, i, j) = AT(ex, i, j) - 0.5 * (AT(hz, i, j) - AT(hz, i, j - 1));
        for (int i = 0; i < NX - 1; i++)
            for (int j = 0; j < NY - 1; j++)
                AT(hz, i, j) = AT(hz, i, j) - 0.7 * (AT(ex, i, j + 1) - AT(ex, i, j) +
                                                     AT(ey, i + 1, j) - AT(ey, i, j));
    }
}

int main(void) {
    FILL_DOUBLES(ex, 1);
    FILL_DOUBLES(ey, 2);
    FILL_DOUBLES(hz, 3);
    fields(GIVEN(at_run_time(STEPS), INTS(at_run_time(NX), at_run_time(NY)) ex, ey, hz));
    PRINT(hz);
}
