/* Three products in single precision: G = (A B) (C D). */
#include "check.h"

enum { NI = 480, NJ = 500, NK = 490, NL = 510, NM = 520 };
static float a[NI][NK], b[NK][NJ], c[NJ][NM], d[NM][NL];
static float e[NI][NJ], f[NJ][NL], g[NI][NL];

static void chain(void) {
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++) {
            e[i][j] = 0;
            for (int k = 0; k < NK; ++k)
                e[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < NJ; i++)
        for (int j = 0; j < NL; j++) {
            f[i][j] = 0;
            for (int k = 0; k < NM; ++k)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NL; j++) {
            g[i][j] = 0;
            for (int k = 0; k < NJ; ++k)
                g[i][j] += e[i][k] * f[k][j];
        }
}

int main(void) {
    fill_floats(&a[0][0], NI * NK, 1);
    fill_floats(&b[0][0], NK * NJ, 2);
    fill_floats(&c[0][0], NJ * NM, 3);
    fill_floats(&d[0][0], NM * NL, 4);
    chain();
    print_bits("g", g, sizeof g);
}
