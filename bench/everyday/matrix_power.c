/* A power of a matrix: structs from the heap that replace one another. */
#include "matrix.h"

NOINLINE matrix *times(const matrix *a, const matrix *b) {
    matrix *c = new_matrix(a->r, b->c, 0);
#ifdef HAND
    hand_multiply(c, a, b);
#else
    for (int i = 0; i < c->r; i++)
        for (int j = 0; j < c->c; j++) {
            c->d[i * c->c + j] = 0;
            for (int k = 0; k < a->c; k++)
                c->d[i * c->c + j] += a->d[i * a->c + k] * b->d[k * b->c + j];
        }
#endif
    return c;
}

NOINLINE void scale(matrix *m, double by) {
    for (int i = 0; i < m->r * m->c; i++)
        m->d[i] *= by;
}

NOINLINE matrix *power(const matrix *m, int exponent) {
    matrix *result = times(m, m);
    for (int e = 2; e < exponent; e++) {
        matrix *next = times(result, m);
        free_matrix(result);
        result = next;
        scale(result, 2.0 / m->r);
    }
    return result;
}

int main(void) {
    int n = at_run_time(SCALED(512));
    matrix *m = new_matrix(n, n, 1), *p = power(m, at_run_time(3));
    print_doubles("power", p->d, (size_t)n * n);
    free_matrix(m);
    free_matrix(p);
}
