/* Alternating directions: tridiagonal systems along all columns, then along all rows. */
#include "forms.h"

enum { N = SCALED(800), STEPS = 6 };
MATRIX(double, u, N, N);
MATRIX(double, d, N, N);
MATRIX(double, c, N, N);

KERNEL void columns(double off, double main GIVEN(, INTS(int N) PLANE(double, u, N, N),
                                                  PLANE(double, d, N, N), PLANE(double, c, N, N))) {
    READ(N, u, rows)
    for (int j = 0; j < N; j++) {
        AT(c, 0, j) = off / main;
        AT(d, 0, j) = AT(u, 0, j) / main;
        for (int i = 1; i < N; i++) {
            AT(c, i, j) = off / (main - off * AT(c, i - 1, j));
            AT(d, i, j) = (AT(u, i, j) - off * AT(d, i - 1, j)) / (main - off * AT(c, i - 1, j));
        }
        AT(u, N - 1, j) = AT(d, N - 1, j);
        for (int i = N - 2; i >= 0; i--)
            AT(u, i, j) = AT(d, i, j) - AT(c, i, j) * AT(u, i + 1, j);
    }
}

KERNEL void rows(double off, double main GIVEN(, INTS(int N) PLANE(double, u, N, N),
                                               PLANE(double, d, N, N), PLANE(double, c, N, N))) {
    READ(N, u, rows)
    for (int i = 0; i < N; i++) {
        AT(c, i, 0) = off / main;
        AT(d, i, 0) = AT(u, i, 0) / main;
        for (int j = 1; j < N; j++) {
            AT(c, i, j) = off / (main - off * AT(c, i, j - 1));
            AT(d, i, j) = (AT(u, i, j) - off * AT(d, i, j - 1)) / (main - off * AT(c, i, j - 1));
        }
        AT(u, i, N - 1) = AT(d, i, N - 1);
        for (int j = N - 2; j >= 0; j--)
            AT(u, i, j) = AT(d, i, j) - AT(c, i, j) * AT(u, i, j + 1);
    }
}

int main(void) {
    FILL_DOUBLES(u, 1);
    for (int step = 0; step < STEPS; step++) {
        columns(-0.25, 1.5 GIVEN(, INTS(at_run_time(N)) u, d, c));
        rows(-0.25, 1.5 GIVEN(, INTS(at_run_time(N)) u, d, c));
    }
    PRINT(u);
}
