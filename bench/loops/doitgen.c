/* The last index of a tensor goes through a matrix. */
#define FORMS 3
#include "forms.h"

enum { NR = SCALED(100), NQ = SCALED(96), NP = SCALED(128) };
CUBE(double, t, NR, NQ, NP);
MATRIX(double, c, NP, NP);
VECTOR(double, sum, NP);

KERNEL void transform(GIVEN(INTS(int NR, int NQ, int NP) SPACE(double, t, NR, NQ, NP),
                            PLANE(double, c, NP, NP), LINE(double, sum, NP))) {
    for (int r = 0; r < NR; r++)
        for (int q = 0; q < NQ; q++) {
            for (int p = 0; p < NP; p++) {
                sum[p] = 0;
                for (int s = 0; s < NP; s++)
                    sum[p] += t[r][q][s] * AT(c, s, p);
            }
            for (int p = 0; p < NP; p++)
                t[r][q][p] = sum[p];
        }
}

int main(void) {
    FILL_DOUBLES(t, 1);
    FILL_DOUBLES(c, 2);
    transform(GIVEN(INTS(at_run_time(NR), at_run_time(NQ), at_run_time(NP)) t, c, sum));
    PRINT(t);
}
