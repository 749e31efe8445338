// RUN: %python %tests/everyday/everyday.py %s
/* An index function for matrices that lie by columns. */
#include "everyday.h"
static inline int at(int i, int j, int ld) {
    return j * ld + i;
}
void multiply(int n, double *c, const double *a, const double *b, int ld) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[at(i, j, ld)] += a[at(i, k, ld)] * b[at(k, j, ld)];
}
#define AT(m, i, j, ld) (m)[(i) + (j) * (ld)]
void rank_one(int n, double *c, const double *x, const double *y, int ld) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            AT(c, i, j, ld) -= x[i] * y[j];
}
int main(void) {
    static double a[2600], b[2600], c[2600];
    fill(a, 2600), fill(b, 2600), fill(c, 2600);
    multiply(40, c, a, b, 40);
    multiply(40, c, a, b, 60);
    show("apart", c, sizeof c);
    multiply(40, c, c, b, 50);
    multiply(40, c, a, b, 7);
    show("itself, narrow", c, sizeof c);
    rank_one(45, c, a, b, 50);
    rank_one(45, c, c + 100, c + 33, 50);
    rank_one(45, c, a, c, 3);
    show("rank one", c, sizeof c);
}

// CHANGES hir-optimize: multiply() rank_one()
