/* Three products in single precision: G = (A B) (C D). */
#include "forms.h"

enum { NI = SCALED(480), NJ = SCALED(500), NK = SCALED(490), NL = SCALED(510), NM = SCALED(520) };
MATRIX(float, a, NI, NK);
MATRIX(float, b, NK, NJ);
MATRIX(float, c, NJ, NM);
MATRIX(float, d, NM, NL);
MATRIX(float, e, NI, NJ);
MATRIX(float, f, NJ, NL);
MATRIX(float, g, NI, NL);

KERNEL void chain(GIVEN(INTS(int NI, int NJ, int NK, int NL, int NM) PLANE(float, a, NI, NK),
                        PLANE(float, b, NK, NJ), PLANE(float, c, NJ, NM), PLANE(float, d, NM, NL),
                        PLANE(float, e, NI, NJ), PLANE(float, f, NJ, NL),
                        PLANE(float, g, NI, NL))) {
    READ(NI, a, rows)
    READ(NJ, b, columns)
    READ(NK, a, columns)
    READ(NL, d, columns)
    READ(NM, c, columns)
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++) {
            AT(e, i, j) = 0;
            for (int k = 0; k < NK; ++k)
                AT(e, i, j) += AT(a, i, k) * AT(b, k, j);
        }
    for (int i = 0; i < NJ; i++)
        for (int j = 0; j < NL; j++) {
            AT(f, i, j) = 0;
            for (int k = 0; k < NM; ++k)
                AT(f, i, j) += AT(c, i, k) * AT(d, k, j);
        }
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NL; j++) {
            AT(g, i, j) = 0;
            for (int k = 0; k < NJ; ++k)
                AT(g, i, j) += AT(e, i, k) * AT(f, k, j);
        }
}

int main(void) {
    FILL_FLOATS(a, 1);
    FILL_FLOATS(b, 2);
    FILL_FLOATS(c, 3);
    FILL_FLOATS(d, 4);
    chain(GIVEN(
        INTS(at_run_time(NI), at_run_time(NJ), at_run_time(NK), at_run_time(NL), at_run_time(NM)) a,
        b, c, d, e, f, g));
    PRINT(g);
}
