// RUN: %python %tests/everyday/everyday.py %s
/* A product through get and set. */
#include "everyday.h"
typedef struct {
    int r, c;
    double *d;
} mat;
static inline double get(const mat *m, int i, int j) {
    return m->d[i * m->c + j];
}
static inline void set(mat *m, int i, int j, double v) {
    m->d[i * m->c + j] = v;
}
void multiply(const mat *a, const mat *b, mat *c) {
    for (int i = 0; i < a->r; i++)
        for (int j = 0; j < b->c; j++) {
            double s = 0;
            for (int k = 0; k < a->c; k++)
                s += get(a, i, k) * get(b, k, j);
            set(c, i, j, s);
        }
}
void scale_columns(mat *a, const double *by) {
    for (int j = 0; j < a->c; j++)
        for (int i = 0; i < a->r; i++)
            set(a, i, j, get(a, i, j) * by[j]);
}
int main(void) {
    size_t count = 3000;
    double *x = room(count, sizeof *x), *y = room(count, sizeof *y), *z = room(count, sizeof *z);
    fill(x, count), fill(y, count);
    mat a = {40, 44, x}, b = {44, 48, y}, c = {40, 48, z};
    multiply(&a, &b, &c);
    scale_columns(&c, x);
    show("apart", z, count * sizeof *z);
    scale_columns(&c, z + 100);
    show("by itself", z, count * sizeof *z);
    mat square = {30, 30, z};
    multiply(&square, &square, &square);
    show("squared in place", z, count * sizeof *z);
    multiply(&square, &(mat){30, 30, z + 31}, &(mat){30, 30, z + 60});
    show("windows", z, count * sizeof *z);
    free(x), free(y), free(z);
}

// CHANGES hir-optimize: multiply() scale_columns()
