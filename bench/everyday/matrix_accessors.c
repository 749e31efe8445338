/* The same through functions that read and write one element. */
#include "matrix.h"

static inline double get(const matrix *m, int i, int j) {
    return m->d[i * m->c + j];
}

static inline void set(matrix *m, int i, int j, double value) {
    m->d[i * m->c + j] = value;
}

NOINLINE void multiply(matrix *c, const matrix *a, const matrix *b) {
#ifdef HAND
    hand_multiply(c, a, b);
#else
    for (int i = 0; i < a->r; i++)
        for (int j = 0; j < b->c; j++) {
            double sum = 0;
            for (int k = 0; k < a->c; k++)
                sum += get(a, i, k) * get(b, k, j);
            set(c, i, j, sum);
        }
#endif
}

int main(void) {
    run_product(multiply);
}
