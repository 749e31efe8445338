/* Two products in a row: D = alpha A B C + beta D. */
#include "check.h"

enum { NI = 400, NJ = 440, NK = 420, NL = 460 };
static double a[NI][NK], b[NK][NJ], c[NJ][NL], d[NI][NL], t[NI][NJ];

static void chain(double alpha, double beta) {
    for (int i = 0; i < NI; i++)
        for (int j = 0; j < NJ; j++) {
            t[i][j] = 0;
            for (int k = 0; k < NK; k++)
                t[i][j] += alpha * a[i][k] * b[k][j];
        }
    for (int i = 0; i < NI; i++)
        for (int l = 0; l < NL; l++) {
            d[i][l] *= beta;
            for (int j = 0; j < NJ; j++)
                d[i][l] += t[i][j] * c[j][l];
        }
}

int main(void) {
    fill_doubles(&a[0][0], NI * NK, 1);
    fill_doubles(&b[0][0], NK * NJ, 2);
    fill_doubles(&c[0][0], NJ * NL, 3);
    fill_doubles(&d[0][0], NI * NL, 4);
    chain(1.25, 0.75);
    print_bits("d", d, sizeof d);
}
