/* The last index of a tensor goes through a matrix. */
#include "check.h"

enum { NR = 100, NQ = 96, NP = 128 };
static double t[NR][NQ][NP], c[NP][NP], sum[NP];

static void transform(void) {
    for (int r = 0; r < NR; r++)
        for (int q = 0; q < NQ; q++) {
            for (int p = 0; p < NP; p++) {
                sum[p] = 0;
                for (int s = 0; s < NP; s++)
                    sum[p] += t[r][q][s] * c[s][p];
            }
            for (int p = 0; p < NP; p++)
                t[r][q][p] = sum[p];
        }
}

int main(void) {
    fill_doubles(&t[0][0][0], (size_t)NR * NQ * NP, 1);
    fill_doubles(&c[0][0], NP * NP, 2);
    transform();
    print_bits("t", t, sizeof t);
}
