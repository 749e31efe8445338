/* A sparse matrix, by rows, times one vector, as solvers do it in every step. */
#include "everyday.h"

typedef struct {
    int n, *row, *col;
    double *val;
} csr;

#ifdef HAND
NOINLINE void times(const csr *a, const double *restrict x, double *restrict y) {
    const int *restrict row = a->row, *restrict col = a->col;
    int n = a->n;
    const double *restrict val = a->val;
    for (int i = 0, p = 0; i < n; i++) {
        double sum = 0;
        for (; p < row[i + 1]; p++)
            sum += val[p] * x[col[p]];
        y[i] = sum;
    }
}
#else
NOINLINE void times(const csr *a, const double *x, double *y) {
    for (int i = 0; i < a->n; i++) {
        y[i] = 0;
        for (int p = a->row[i]; p < a->row[i + 1]; p++)
            y[i] += a->val[p] * x[a->col[p]];
    }
}
#endif

/* Points of a plane, each with those around it. */
static csr plane(int side) {
    int n = side * side;
    csr a = {n, allocate((size_t)(n + 1) * sizeof(int)), NULL, NULL};
    int count = 0, apart[] = {-side, -1, 0, 1, side};
    a.col = allocate((size_t)n * 5 * sizeof(int));
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 5; k++)
            if (i + apart[k] >= 0 && i + apart[k] < n)
                a.col[count++] = i + apart[k];
        a.row[i + 1] = count;
    }
    a.val = some_doubles((size_t)count, 1);
    return a;
}

int main(void) {
    csr a = plane(at_run_time(SCALED(320)));
    double *x = some_doubles((size_t)a.n, 2), *y = some_doubles((size_t)a.n, 3);
    for (int round = 0; round < 400; round++) {
        times(&a, x, y);
        for (int i = 0; i < a.n; i++)
            x[i] = 0.2 * y[i];
    }
    print_doubles("x", x, (size_t)a.n);
    free(a.row);
    free(a.col);
    free(a.val);
    free(x);
    free(y);
}
