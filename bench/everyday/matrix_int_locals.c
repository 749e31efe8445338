/* The same with the members read once, into locals. */
#include "matrix.h"

NOINLINE void multiply(matrix *c, const matrix *a, const matrix *b) {
#ifdef HAND
    hand_multiply(c, a, b);
#else
    int rows = a->r, columns = b->c, depth = a->c;
    const double *from = a->d, *with = b->d;
    double *to = c->d;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += from[i * depth + k] * with[k * columns + j];
            to[i * columns + j] = sum;
        }
#endif
}

int main(void) {
    run_product(multiply);
}
