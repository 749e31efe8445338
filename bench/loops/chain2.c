/* Two products in a row: D = alpha A B C + beta D. */
#include "forms.h"

enum { NI = SCALED(400), NJ = SCALED(440), NK = SCALED(420), NL = SCALED(460) };
MATRIX(double, a, NI, NK);
MATRIX(double, b, NK, NJ);
MATRIX(double, c, NJ, NL);
MATRIX(double, d, NI, NL);
MATRIX(double, t, NI, NJ);

KERNEL void chain(double alpha,
                  double beta GIVEN(, INTS(int NI, int NJ, int NK, int NL) PLANE(double, a, NI, NK),
                                    PLANE(double, b, NK, NJ), PLANE(double, c, NJ, NL),
                                    PLANE(double, d, NI, NL), PLANE(double, t, NI, NJ))) {
    READ(NI, a, rows)
    READ(NJ, b, columns)
    READ(NK, a, columns)
    READ(NL, c, columns)
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++) {
            AT(t, i, j) = 0;
            for (int k = 0; k < NK; k++)
                AT(t, i, j) += alpha * AT(a, i, k) * AT(b, k, j);
        }
    for (int i = 0; i < NI; i++)
        for (int l = 0; l < NL; l++) {
            AT(d, i, l) *= beta;
            for (int j = 0; j < NJ; j++)
                AT(d, i, l) += AT(t, i, j) * AT(c, j, l);
        }
}

int main(void) {
    FILL_DOUBLES(a, 1);
    FILL_DOUBLES(b, 2);
    FILL_DOUBLES(c, 3);
    FILL_DOUBLES(d, 4);
    chain(1.25,
          0.75 GIVEN(, INTS(at_run_time(NI), at_run_time(NJ), at_run_time(NK), at_run_time(NL)) a,
                     b, c, d, t));
    PRINT(d);
}
