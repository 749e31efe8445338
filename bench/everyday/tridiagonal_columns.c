/* A tridiagonal system for each column of a table of rows. */
#include "everyday.h"

#ifdef HAND
NOINLINE void solve(int n, int columns, const double *low, const double *main, const double *high,
                    double **x, double *scratch) {
    scratch[0] = high[0] / main[0];
    for (int j = 0; j < columns; j++)
        x[0][j] /= main[0];
    for (int i = 1; i < n; i++) {
        double by = main[i] - low[i] * scratch[i - 1], below = low[i];
        double *restrict row = x[i];
        const double *restrict before = x[i - 1];
        scratch[i] = high[i] / by;
        for (int j = 0; j < columns; j++)
            row[j] = (row[j] - below * before[j]) / by;
    }
    for (int i = n - 2; i >= 0; i--) {
        double *restrict row = x[i], by = scratch[i];
        const double *restrict after = x[i + 1];
        for (int j = 0; j < columns; j++)
            row[j] -= by * after[j];
    }
}
#else
NOINLINE void solve(int n, int columns, const double *low, const double *main, const double *high,
                    double **x, double *scratch) {
    for (int j = 0; j < columns; j++) {
        scratch[0] = high[0] / main[0];
        x[0][j] /= main[0];
        for (int i = 1; i < n; i++) {
            double by = main[i] - low[i] * scratch[i - 1];
            scratch[i] = high[i] / by;
            x[i][j] = (x[i][j] - low[i] * x[i - 1][j]) / by;
        }
        for (int i = n - 2; i >= 0; i--)
            x[i][j] -= scratch[i] * x[i + 1][j];
    }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(768)), columns = at_run_time(SCALED(768));
    double **x = some_rows(n, columns, 1), *low = some_doubles((size_t)n, 2);
    double *main_diagonal = some_doubles((size_t)n, 3), *high = some_doubles((size_t)n, 4);
    double *scratch = some_doubles((size_t)n, 5);
    for (int i = 0; i < n; i++)
        main_diagonal[i] += 2;
    for (int step = 0; step < 12; step++)
        solve(n, columns, low, main_diagonal, high, x, scratch);
    print_rows("x", x, n, columns);
    free_rows(x);
    free(low);
    free(main_diagonal);
    free(high);
    free(scratch);
}
