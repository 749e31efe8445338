/* The columns of a matrix made orthogonal to each other, and of length one. */
#include "everyday.h"

#include <math.h>

#ifdef HAND
/* Eight columns at a time are copied to where they fill the first cache; what columns of Q take
 * from them comes in the order of k, as in the plain loops. Columns of Q are kept as rows. */
enum { WIDTH = 8 };

static void take_away(int rows, const double *restrict q, double (*restrict some)[WIDTH],
                      double r[WIDTH]) {
    double sum[WIDTH] = {0};
    for (int i = 0; i < rows; i++)
        for (int x = 0; x < WIDTH; x++)
            sum[x] += q[i] * some[i][x];
#pragma clang loop vectorize(disable) /* of rows: the eight columns are the vector */
    for (int i = 0; i < rows; i++)
        for (int x = 0; x < WIDTH; x++)
            some[i][x] -= q[i] * sum[x];
    memcpy(r, sum, sizeof sum);
}

static double normalise(int rows, double (*some)[WIDTH], int x, double *q) {
    double norm = 0;
    for (int i = 0; i < rows; i++)
        norm += some[i][x] * some[i][x];
    norm = sqrt(norm);
    for (int i = 0; i < rows; i++)
        q[i] = some[i][x] / norm;
    return norm;
}

/* Column k takes from those after it only. */
static void take_within(int rows, int k, int x, int width, const double *q, double (*some)[WIDTH],
                        double *r_row) {
    for (int y = x + 1; y < width; y++) {
        double sum = 0;
        for (int i = 0; i < rows; i++)
            sum += q[i] * some[i][y];
        for (int i = 0; i < rows; i++)
            some[i][y] -= q[i] * sum;
        r_row[k - x + y] = sum;
    }
}

NOINLINE void gram_schmidt(int rows, int columns, double *a, double *q, double *r) {
    double (*some)[WIDTH] = allocate((size_t)rows * sizeof *some);
    double *by_columns = allocate((size_t)rows * columns * sizeof *by_columns);
    for (int j = 0; j < columns; j += WIDTH) {
        int width = columns - j < WIDTH ? columns - j : WIDTH;
        for (int i = 0; i < rows; i++)
            memcpy(some[i], a + i * columns + j, (size_t)width * sizeof **some);
        for (int k = 0; k < j; k++) {
            double sums[WIDTH];
            take_away(rows, by_columns + k * rows, some, sums);
            memcpy(r + k * columns + j, sums, (size_t)width * sizeof *sums);
        }
        for (int x = 0; x < width; x++) {
            double *new_q = by_columns + (j + x) * rows;
            r[(j + x) * columns + j + x] = normalise(rows, some, x, new_q);
            take_within(rows, j + x, x, width, new_q, some, r + (j + x) * columns);
        }
        for (int i = 0; i < rows; i++)
            memcpy(a + i * columns + j, some[i], (size_t)width * sizeof **some);
    }
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            q[i * columns + k] = by_columns[k * rows + i];
    free(some);
    free(by_columns);
}
#else
NOINLINE void gram_schmidt(int rows, int columns, double *a, double *q, double *r) {
    for (int k = 0; k < columns; k++) {
        double norm = 0;
        for (int i = 0; i < rows; i++)
            norm += a[i * columns + k] * a[i * columns + k];
        r[k * columns + k] = sqrt(norm);
        for (int i = 0; i < rows; i++)
            q[i * columns + k] = a[i * columns + k] / r[k * columns + k];
        for (int j = k + 1; j < columns; j++) {
            r[k * columns + j] = 0;
            for (int i = 0; i < rows; i++)
                r[k * columns + j] += q[i * columns + k] * a[i * columns + j];
            for (int i = 0; i < rows; i++)
                a[i * columns + j] -= q[i * columns + k] * r[k * columns + j];
        }
    }
}
#endif

int main(void) {
    int rows = at_run_time(SCALED(400)), columns = at_run_time(SCALED(640));
    size_t count = (size_t)rows * columns, square = (size_t)columns * columns;
    double *a = some_doubles(count, 1), *q = some_doubles(count, 2), *r = some_doubles(square, 3);
    gram_schmidt(rows, columns, a, q, r);
    print_doubles("q", q, count);
    print_doubles("r", r, square);
    free(a);
    free(q);
    free(r);
}
