/* The product of matrices that are structs, with their members used where they are needed. */
#include "matrix.h"

NOINLINE void multiply(matrix *c, const matrix *a, const matrix *b) {
#ifdef HAND
    hand_multiply(c, a, b);
#else
    for (int i = 0; i < a->r; i++)
        for (int j = 0; j < b->c; j++) {
            double sum = 0;
            for (int k = 0; k < a->c; k++)
                sum += a->d[i * a->c + k] * b->d[k * b->c + j];
            c->d[i * c->c + j] = sum;
        }
#endif
}

int main(void) {
    run_product(multiply);
}
