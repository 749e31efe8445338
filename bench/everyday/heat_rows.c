/* Heat in a plate: two tables of rows that change places, and the largest change of a step. */
#include "everyday.h"

#include <math.h>

#ifdef HAND
NOINLINE double step(int n, int m, double **to, double **from, double conductivity) {
    double most[4] = {0};
    for (int i = 1; i < n - 1; i++) {
        const double *up = from[i - 1], *at = from[i], *down = from[i + 1];
        double *restrict row = to[i];
        int j = 1;
        for (; j + 4 <= m - 1; j += 4)
            for (int x = 0; x < 4; x++) {
                double change = conductivity * (up[j + x] + down[j + x] + at[j + x - 1] +
                                                at[j + x + 1] - 4 * at[j + x]);
                row[j + x] = at[j + x] + change;
                most[x] = fabs(change) > most[x] ? fabs(change) : most[x];
            }
        for (; j < m - 1; j++) {
            double change = conductivity * (up[j] + down[j] + at[j - 1] + at[j + 1] - 4 * at[j]);
            row[j] = at[j] + change;
            most[0] = fabs(change) > most[0] ? fabs(change) : most[0];
        }
    }
    for (int x = 1; x < 4; x++)
        most[0] = most[x] > most[0] ? most[x] : most[0];
    return most[0];
}
#else
NOINLINE double step(int n, int m, double **to, double **from, double conductivity) {
    double most = 0;
    for (int j = 1; j < m - 1; j++)
        for (int i = 1; i < n - 1; i++) {
            double change = conductivity * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] +
                                            from[i][j + 1] - 4 * from[i][j]);
            to[i][j] = from[i][j] + change;
            if (fabs(change) > most)
                most = fabs(change);
        }
    return most;
}
#endif

int main(void) {
    int n = at_run_time(SCALED(640)), m = at_run_time(SCALED(720));
    double **a = some_rows(n, m, 1), **b = some_rows(n, m, 1), most = 0;
    for (int round = 0; round < 100; round++) {
        most += step(n, m, b, a, 0.2);
        most += step(n, m, a, b, 0.2);
    }
    print_rows("a", a, n, m);
    print_doubles("most", &most, 1);
    free_rows(a);
    free_rows(b);
}
