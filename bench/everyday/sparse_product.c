/* A sparse matrix, by rows, times several vectors, one after the other. */
#include "everyday.h"

typedef struct {
    int rows, *start, *column;
    double *value;
} sparse;

#ifdef HAND
NOINLINE void product(const sparse *a, int vectors, const double *x, double *y) {
    const int *start = a->start, *column = a->column;
    const double *value = a->value;
    for (int i = 0; i < a->rows; i++) {
        double *restrict to = y + (size_t)i * vectors;
        int v = 0;
        for (; v + 8 <= vectors; v += 8) {
            double sum[8] = {0};
            for (int p = start[i]; p < start[i + 1]; p++)
                for (int w = 0; w < 8; w++)
                    sum[w] += value[p] * x[column[p] * vectors + v + w];
            memcpy(to + v, sum, sizeof sum);
        }
        for (; v < vectors; v++) {
            double sum = 0;
            for (int p = start[i]; p < start[i + 1]; p++)
                sum += value[p] * x[column[p] * vectors + v];
            to[v] = sum;
        }
    }
}
#else
NOINLINE void product(const sparse *a, int vectors, const double *x, double *y) {
    for (int v = 0; v < vectors; v++)
        for (int i = 0; i < a->rows; i++) {
            double sum = 0;
            for (int p = a->start[i]; p < a->start[i + 1]; p++)
                sum += a->value[p] * x[a->column[p] * vectors + v];
            y[i * vectors + v] = sum;
        }
}
#endif

static sparse new_sparse(int rows, int columns, int most) {
    sparse a = {rows, allocate((size_t)(rows + 1) * sizeof(int)),
                allocate((size_t)rows * most * sizeof(int)), NULL};
    uint32_t seed = 1;
    for (int i = 0; i < rows; i++) {
        int count = 1 + (int)(next_number(&seed) % (uint32_t)most);
        a.start[i + 1] = a.start[i] + count;
        for (int p = a.start[i]; p < a.start[i + 1]; p++)
            a.column[p] = (int)(next_number(&seed) % (uint32_t)columns);
    }
    a.value = some_doubles((size_t)a.start[rows], 2);
    return a;
}

int main(void) {
    int rows = at_run_time(SCALED(24000)), columns = at_run_time(SCALED(8000));
    int vectors = at_run_time(32);
    sparse a = new_sparse(rows, columns, 24);
    double *x = some_doubles((size_t)columns * vectors, 3);
    double *y = some_doubles((size_t)rows * vectors, 4);
    for (int round = 0; round < 10; round++) {
        product(&a, vectors, x, y);
        x[round] = y[round];
    }
    print_doubles("y", y, (size_t)rows * vectors);
    free(a.start);
    free(a.column);
    free(a.value);
    free(x);
    free(y);
}
