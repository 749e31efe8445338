/* The middle index of a tensor goes through a matrix. */
#include "check.h"

enum { NA = 64, NB = 88, NC = 120, ND = 240 };
static double t[NA][ND][NC], m[ND][NB], out[NA][NB][NC];

static void contract(void) {
    for (int a = 0; a < NA; a++)
        for (int b = 0; b < NB; b++)
            for (int c = 0; c < NC; c++) {
                out[a][b][c] = 0;
                for (int d = 0; d < ND; d++)
                    out[a][b][c] += t[a][d][c] * m[d][b];
            }
}

int main(void) {
    fill_doubles(&t[0][0][0], (size_t)NA * ND * NC, 1);
    fill_doubles(&m[0][0], ND * NB, 2);
    contract();
    print_bits("out", out, sizeof out);
}
