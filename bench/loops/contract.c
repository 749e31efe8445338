/* The middle index of a tensor goes through a matrix. */
#define FORMS 3
#include "forms.h"

enum { NA = SCALED(64), NB = SCALED(88), NC = SCALED(120), ND = SCALED(240) };
CUBE(double, t, NA, ND, NC);
MATRIX(double, m, ND, NB);
CUBE(double, out, NA, NB, NC);

KERNEL void contract(GIVEN(INTS(int NA, int NB, int NC, int ND) SPACE(double, t, NA, ND, NC),
                           PLANE(double, m, ND, NB), SPACE(double, out, NA, NB, NC))) {
    for (int a = 0; a < NA; a++)
        for (int b = 0; b < NB; b++)
            for (int c = 0; c < NC; c++) {
                out[a][b][c] = 0;
                for (int d = 0; d < ND; d++)
                    out[a][b][c] += t[a][d][c] * AT(m, d, b);
            }
}

int main(void) {
    FILL_DOUBLES(t, 1);
    FILL_DOUBLES(m, 2);
    contract(
        GIVEN(INTS(at_run_time(NA), at_run_time(NB), at_run_time(NC), at_run_time(ND)) t, m, out));
    PRINT(out);
}
