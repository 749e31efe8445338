// RUN: %python %tests/everyday/everyday.py %s
/* Heat in three dimensions, by pointer and size, between boxes that may overlap. */
#include "everyday.h"
#define AT(a, i, j, k) (a)[((i) * ny + (j)) * nz + (k)]
void step(int nx, int ny, int nz, const double *from, double *to) {
    for (int k = 1; k < nz - 1; k++)
        for (int j = 1; j < ny - 1; j++)
            for (int i = 1; i < nx - 1; i++)
                AT(to, i, j, k) = AT(from, i, j, k) * 0.4 +
                                  0.1 * (AT(from, i - 1, j, k) + AT(from, i + 1, j, k) +
                                         AT(from, i, j - 1, k) + AT(from, i, j + 1, k) +
                                         AT(from, i, j, k - 1) + AT(from, i, j, k + 1));
}
void faces(int nx, int ny, int nz, double *a) {
    for (int k = 0; k < nz; k++)
        for (int j = 0; j < ny; j++) {
            AT(a, 0, j, k) = AT(a, 1, j, k);
            AT(a, nx - 1, j, k) = AT(a, nx - 2, j, k);
        }
}
int main(void) {
    static double a[9000], b[9000];
    fill(a, 9000);
    step(20, 21, 20, a, b), faces(20, 21, 20, b), step(20, 21, 20, b, a), faces(20, 21, 20, a);
    show("apart", a, sizeof a);
    step(20, 21, 20, a, a), step(20, 21, 20, a, a + 420), step(20, 21, 20, a + 1, a);
    step(2, 2, 2, a, b), step(3, 3, 3, a, a), step(0, 0, 0, a, b), faces(2, 3, 4, a);
    step(20, 0, -20, a, b);
    show("itself", a, sizeof a), show("b", b, sizeof b);
}

// CHANGES hir-optimize: step()
