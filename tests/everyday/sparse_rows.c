// RUN: %python %tests/everyday/everyday.py %s
/* Sparse rows times dense matrices; the result may be the input. */
#include "everyday.h"
struct sparse {
    int rows, *start, *column;
    double *value;
};
void times_vector(const struct sparse *a, const double *x, double *y) {
    for (int i = 0; i < a->rows; i++) {
        double s = 0;
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            s += a->value[k] * x[a->column[k]];
        y[i] = s;
    }
}
void times_matrix(const struct sparse *a, const double *x, double *y, int m) {
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < m; j++)
            for (int k = a->start[i]; k < a->start[i + 1]; k++)
                y[i * m + j] += a->value[k] * x[a->column[k] * m + j];
}
int main(void) {
    static int start[51], column[400];
    static double value[400], x[2500], y[2500];
    struct sparse a = {50, start, column, value};
    fill(value, 400), fill(x, 2500);
    for (int i = 0; i < 400; i++)
        column[i] = (int)(draw() % 50);
    for (int i = 1; i <= 50; i++)
        start[i] = start[i - 1] + (i % 7 ? 8 : 0);
    times_vector(&a, x, y), times_matrix(&a, x, y + 50, 40);
    show("apart", y, sizeof y);
    times_vector(&a, y, y), times_matrix(&a, y, y, 40), times_matrix(&a, y + 20, y, 40);
    times_vector(&a, x, value);
    show("itself", y, sizeof y);
    show("into its values", value, sizeof value);
    times_matrix(&(struct sparse){49, start + 1, column, value}, x, x + 3, 40);
    show("windows", x, sizeof x);
}

// CHANGES hir-optimize: nothing
