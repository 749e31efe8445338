/* The sums of all columns of a table of rows. */
#include "everyday.h"

#ifdef HAND
NOINLINE void column_sums(int rows, int columns, double **a, double *sum) {
    for (int j = 0; j < columns; j++)
        sum[j] = 0;
    int i = 0;
    for (; i + 4 <= rows; i += 4) {
        const double *r0 = a[i], *r1 = a[i + 1], *r2 = a[i + 2], *r3 = a[i + 3];
        for (int j = 0; j < columns; j++)
            sum[j] = sum[j] + r0[j] + r1[j] + r2[j] + r3[j];
    }
    for (; i < rows; i++)
        for (int j = 0; j < columns; j++)
            sum[j] += a[i][j];
}
#else
NOINLINE void column_sums(int rows, int columns, double **a, double *sum) {
    for (int j = 0; j < columns; j++) {
        sum[j] = 0;
        for (int i = 0; i < rows; i++)
            sum[j] += a[i][j];
    }
}
#endif

int main(void) {
    int rows = at_run_time(SCALED(1200)), columns = at_run_time(SCALED(1024));
    double **a = some_rows(rows, columns, 1), *sum = some_doubles((size_t)columns, 2);
    for (int round = 0; round < 60; round++) {
        column_sums(rows, columns, a, sum);
        a[round % rows][round % columns] = sum[round % columns] / rows;
    }
    print_doubles("sum", sum, (size_t)columns);
    free_rows(a);
    free(sum);
}
