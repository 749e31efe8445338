/* A table whose size and place are global variables, and what is done to its columns. */
#include "everyday.h"

int rows, columns;
double *table, *weights, *totals;

#ifdef HAND
NOINLINE void weigh(void) {
    int n = columns;
    double *restrict to = totals;
    for (int j = 0; j < n; j++)
        to[j] = 0;
    for (int i = 0; i < rows; i++) {
        const double *row = table + i * n, with = weights[i];
        for (int j = 0; j < n; j++)
            to[j] += with * row[j];
    }
}

NOINLINE void scale(double by) {
    int n = columns;
    const double *restrict from = totals;
    for (int i = 0; i < rows; i++) {
        double *restrict row = table + i * n;
        for (int j = 0; j < n; j++)
            row[j] = row[j] * by / from[j];
    }
}
#else
NOINLINE void weigh(void) {
    for (int j = 0; j < columns; j++) {
        totals[j] = 0;
        for (int i = 0; i < rows; i++)
            totals[j] += weights[i] * table[i * columns + j];
    }
}

NOINLINE void scale(double by) {
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            table[i * columns + j] = table[i * columns + j] * by / totals[j];
}
#endif

int main(void) {
    rows = at_run_time(SCALED(1000));
    columns = at_run_time(SCALED(960));
    table = some_doubles((size_t)rows * columns, 1);
    weights = some_doubles((size_t)rows, 2);
    totals = some_doubles((size_t)columns, 3);
    for (int round = 0; round < 30; round++) {
        weigh();
        scale(rows);
    }
    print_doubles("table", table, (size_t)rows * columns);
    free(table);
    free(weights);
    free(totals);
}
