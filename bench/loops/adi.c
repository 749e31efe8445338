/* Alternating directions: tridiagonal systems along all columns, then along all rows. */
#include "check.h"

enum { N = 800, STEPS = 6 };
static double u[N][N], d[N][N], c[N][N];

static void columns(double off, double main) {
    for (int j = 0; j < N; j++) {
        c[0][j] = off / main;
        d[0][j] = u[0][j] / main;
        for (int i = 1; i < N; i++) {
            c[i][j] = off / (main - off * c[i - 1][j]);
            d[i][j] = (u[i][j] - off * d[i - 1][j]) / (main - off * c[i - 1][j]);
        }
        u[N - 1][j] = d[N - 1][j];
        for (int i = N - 2; i >= 0; i--)
            u[i][j] = d[i][j] - c[i][j] * u[i + 1][j];
    }
}

static void rows(double off, double main) {
    for (int i = 0; i < N; i++) {
        c[i][0] = off / main;
        d[i][0] = u[i][0] / main;
        for (int j = 1; j < N; j++) {
            c[i][j] = off / (main - off * c[i][j - 1]);
            d[i][j] = (u[i][j] - off * d[i][j - 1]) / (main - off * c[i][j - 1]);
        }
        u[i][N - 1] = d[i][N - 1];
        for (int j = N - 2; j >= 0; j--)
            u[i][j] = d[i][j] - c[i][j] * u[i][j + 1];
    }
}

int main(void) {
    fill_doubles(&u[0][0], N * N, 1);
    for (int step = 0; step < STEPS; step++) {
        columns(-0.25, 1.5);
        rows(-0.25, 1.5);
    }
    print_bits("u", u, sizeof u);
}
