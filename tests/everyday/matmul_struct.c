// RUN: %python %tests/everyday/everyday.py %s
/* A product of matrices in structs. */
#include "everyday.h"
struct matrix {
    int rows, columns, stride;
    double *d;
};
void multiply(const struct matrix *a, const struct matrix *b, struct matrix *c) {
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->columns; j++) {
            double s = 0;
            for (int k = 0; k < a->columns; k++)
                s += a->d[i * a->stride + k] * b->d[k * b->stride + j];
            c->d[i * c->stride + j] = s;
        }
}
void add(struct matrix *to, const struct matrix *what) {
    for (int j = 0; j < to->columns; j++)
        for (int i = 0; i < to->rows; i++)
            to->d[i * to->stride + j] += what->d[i * what->stride + j];
}
int main(void) {
    size_t count = 5000;
    double *x = room(count, sizeof *x), *y = room(count, sizeof *y), *z = room(count, sizeof *z);
    fill(x, count), fill(y, count);
    struct matrix a = {40, 44, 44, x}, b = {44, 48, 50, y}, c = {40, 48, 48, z};
    multiply(&a, &b, &c);
    show("product", z, count * sizeof *z);
    add(&c, &a);
    show("sum", z, count * sizeof *z);
    add(&c, &c);
    struct matrix behind = {40, 48, 48, z + 48}, narrow = {40, 48, 9, z};
    add(&behind, &c);
    show("row on row", z, count * sizeof *z);
    add(&narrow, &a);
    show("narrow", z, count * sizeof *z);
    multiply(&a, &b, &(struct matrix){40, 48, 20, y + 6});
    show("into one of them", y, count * sizeof *y);
    free(x), free(y), free(z);
}

// CHANGES hir-optimize: add() multiply()
