/* The product of matrices that are tables of rows. */
#include "hand.h"

#ifdef HAND
NOINLINE void multiply(int rows, int n, double **c, double **a, double **b) {
    double *as = new_strips(rows, n), *bs = new_strips(BLOCK, n);
    for (int i = 0; i < rows; i += BLOCK)
        pack_rows(as + (size_t)i * n, a, i, rows, n);
    for (int j = 0; j < n; j += BLOCK) {
        pack_columns(bs, b, j, n, n);
        for (int i = 0; i < rows; i += BLOCK) {
            double s[BLOCK][BLOCK] = {{0}};
            add_products(s, 0, n, as + (size_t)i * n, bs);
            for (int x = 0; x < BLOCK && i + x < rows; x++)
                for (int y = 0; y < BLOCK && j + y < n; y++)
                    c[i + x][j + y] = s[x][y];
        }
    }
    free(as);
    free(bs);
}
#else
NOINLINE void multiply(int rows, int n, double **c, double **a, double **b) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}
#endif

int main(void) {
    int rows = at_run_time(SCALED(128)), n = at_run_time(SCALED(1024));
    double **a = some_rows(rows, n, 1), **b = some_rows(n, n, 2), **c = some_rows(rows, n, 3);
    multiply(rows, n, c, a, b);
    print_rows("c", c, rows, n);
    free_rows(a);
    free_rows(b);
    free_rows(c);
}
