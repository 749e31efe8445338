/* The same with locals of type size_t, converted from int. */
#include "matrix.h"

NOINLINE void multiply(matrix *c, const matrix *a, const matrix *b) {
#ifdef HAND
    hand_multiply(c, a, b);
#else
    size_t rows = (size_t)a->r, columns = (size_t)b->c, depth = (size_t)a->c;
    const double *from = a->d, *with = b->d;
    double *to = c->d;
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            double sum = 0;
            for (size_t k = 0; k < depth; k++)
                sum += from[i * depth + k] * with[k * columns + j];
            to[i * columns + j] = sum;
        }
#endif
}

int main(void) {
    run_product(multiply);
}
