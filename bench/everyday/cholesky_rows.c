/* A = L L' for a table of rows. */
#include "hand.h"

#include <math.h>

#ifdef HAND
/* What is left of four by four elements when those before column j are done. */
static void finish(int n, int i, int j, double s[BLOCK][BLOCK], double **l) {
    for (int y = 0; y < BLOCK && j + y < n; y++)
        for (int x = 0; x < BLOCK && i + x < n; x++) {
            if (i + x < j + y)
                continue;
            double sum = s[x][y];
            for (int k = j; k < j + y; k++)
                sum -= l[i + x][k] * l[j + y][k];
            l[i + x][j + y] = i + x == j + y ? sqrt(sum) : sum / l[j + y][j + y];
        }
}

/* Strips of L grow with it, those of -L as well. */
static void keep(int n, int i, int j, double **l, double *strip, double *minus) {
    for (int k = j; k < j + BLOCK && k < n; k++)
        for (int x = 0; x < BLOCK; x++) {
            double value = i + x < n && k <= i + x ? l[i + x][k] : 0;
            strip[k * BLOCK + x] = value;
            minus[k * BLOCK + x] = -value;
        }
}

NOINLINE void cholesky(int n, double **a, double **l) {
    double *strips = new_strips(n, n), *minus = new_strips(n, n);
    for (int j = 0; j < n; j += BLOCK)
        for (int i = j; i < n; i += BLOCK) {
            double s[BLOCK][BLOCK] = {{0}};
            for (int x = 0; x < BLOCK && i + x < n; x++)
                for (int y = 0; y < BLOCK && j + y < n; y++)
                    s[x][y] = a[i + x][j + y];
            add_products(s, 0, j, minus + (size_t)i * n, strips + (size_t)j * n);
            finish(n, i, j, s, l);
            keep(n, i, j, l, strips + (size_t)i * n, minus + (size_t)i * n);
        }
    free(strips);
    free(minus);
}
#else
NOINLINE void cholesky(int n, double **a, double **l) {
    for (int j = 0; j < n; j++) {
        double sum = a[j][j];
        for (int k = 0; k < j; k++)
            sum -= l[j][k] * l[j][k];
        l[j][j] = sqrt(sum);
        for (int i = j + 1; i < n; i++) {
            sum = a[i][j];
            for (int k = 0; k < j; k++)
                sum -= l[i][k] * l[j][k];
            l[i][j] = sum / l[j][j];
        }
    }
}
#endif

int main(void) {
    int n = at_run_time(SCALED(1100));
    double **a = some_rows(n, n, 1), **l = some_rows(n, n, 2);
    for (int i = 0; i < n; i++)
        a[i][i] += n;
    cholesky(n, a, l);
    print_rows("l", l, n, n);
    free_rows(a);
    free_rows(l);
}
