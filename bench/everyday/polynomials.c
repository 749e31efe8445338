/* Many polynomials at many points. */
#include "everyday.h"

typedef struct {
    int degree;
    double *c;
} polynomial;

#ifdef HAND
NOINLINE void evaluate(const polynomial *p, int count, const double *x, int points,
                       double **value) {
    for (int k = 0; k < count; k++) {
        const double *c = p[k].c;
        int degree = p[k].degree, i = 0;
        for (; i + 16 <= points; i += 16) {
            double sum[16] = {0};
            for (int d = degree; d >= 0; d--)
                for (int w = 0; w < 16; w++)
                    sum[w] = sum[w] * x[i + w] + c[d];
            memcpy(value[k] + i, sum, sizeof sum);
        }
        for (; i < points; i++) {
            double sum = 0;
            for (int d = degree; d >= 0; d--)
                sum = sum * x[i] + c[d];
            value[k][i] = sum;
        }
    }
}
#else
NOINLINE void evaluate(const polynomial *p, int count, const double *x, int points,
                       double **value) {
    for (int k = 0; k < count; k++)
        for (int i = 0; i < points; i++) {
            double sum = 0;
            for (int d = p[k].degree; d >= 0; d--)
                sum = sum * x[i] + p[k].c[d];
            value[k][i] = sum;
        }
}
#endif

int main(void) {
    int count = at_run_time(400), points = at_run_time(SCALED(20000));
    polynomial *p = allocate((size_t)count * sizeof *p);
    double *x = some_doubles((size_t)points, 1), **value = some_rows(count, points, 2);
    for (int k = 0; k < count; k++) {
        p[k].degree = 16 + k % 16;
        p[k].c = some_doubles((size_t)p[k].degree + 1, (uint32_t)k);
    }
    evaluate(p, count, x, points, value);
    print_rows("value", value, count, points);
    for (int k = 0; k < count; k++)
        free(p[k].c);
    free(p);
    free(x);
    free_rows(value);
}
