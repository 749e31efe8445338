// RUN: %python %tests/everyday/everyday.py %s
/* Unsigned subscripts that wrap on the way. */
#include "everyday.h"
void shifted(unsigned n, unsigned m, unsigned by, double *to, const double *from) {
    for (unsigned j = 0; j < m; j++)
        for (unsigned i = 2; i < n; i++)
            to[(i + by) * m + j] += from[(i - 1u) * m + j];
}
void around(unsigned n, unsigned start, unsigned *to, const unsigned *from) {
    for (unsigned k = 0; k < 40; k++)
        for (unsigned i = start; i != start + n; i++)
            to[(i - start) * 40 + k] += from[(i - start) * 40 + k] * 3;
}
void bytes(unsigned char n, double *a) {
    for (int r = 0; r < 30; r++)
        for (unsigned char i = n; i >= n; i++)
            a[(unsigned char)(i + n) * 31 + r] += i;
}
int main(void) {
    static double x[9000], y[9000];
    static unsigned u[2000], v[2000];
    fill(x, 9000), fill(y, 9000);
    shifted(60, 50, 0, x, y);
    shifted(60, 50, -1u, x, y);
    shifted(60, 50, -2u, x, y);
    show("shifted", x, sizeof x);
    shifted(60, 50, -1u, x + 50, x);
    shifted(60, 50, 0, x, x);
    shifted(2, 50, 0, x, x);
    shifted(0, 50, 0, x, x);
    show("over itself", x, sizeof x);
    for (unsigned i = 0; i < 2000; i++)
        v[i] = draw();
    around(45, 0, u, v);
    around(45, -20u, u, v);
    around(45, -45u, u, v);
    around(45, -1u, v + 40, v);
    show("around", u, sizeof u);
    show("around itself", v, sizeof v);
    bytes(200, y);
    show("bytes", y, sizeof y);
}

// CHANGES hir-optimize: around() shifted()
