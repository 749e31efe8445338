// RUN: %python %tests/everyday/everyday.py %s
/* Matrices that are made larger with realloc, row by row, and passed on. */
#include "everyday.h"
struct grid {
    size_t rows, columns, room;
    double *cells;
};
void add_row(struct grid *g, const double *row) {
    if (g->rows == g->room) {
        g->room = g->room ? 2 * g->room : 4;
        double *larger = realloc(g->cells, g->room * g->columns * sizeof *larger);
        if (!larger)
            exit(2);
        g->cells = larger;
    }
    for (size_t j = 0; j < g->columns; j++)
        g->cells[g->rows * g->columns + j] = row[j];
    g->rows++;
}
void normalize(struct grid *g) {
    for (size_t j = 0; j < g->columns; j++) {
        double largest = 0;
        for (size_t i = 0; i < g->rows; i++)
            if (fabs(g->cells[i * g->columns + j]) > largest)
                largest = fabs(g->cells[i * g->columns + j]);
        for (size_t i = 0; i < g->rows; i++)
            g->cells[i * g->columns + j] /= largest;
    }
}
void squares(const struct grid *a, struct grid *to) {
    for (size_t i = 0; i < a->columns; i++)
        for (size_t j = 0; j < a->columns; j++) {
            double s = 0;
            for (size_t k = 0; k < a->rows; k++)
                s += a->cells[k * a->columns + i] * a->cells[k * a->columns + j];
            to->cells[i * to->columns + j] = s;
        }
}
int main(void) {
    struct grid g = {0, 40, 0, NULL}, square = {0, 40, 0, NULL};
    double row[40];
    for (int i = 0; i < 60; i++) {
        fill(row, 40);
        add_row(&g, row), add_row(&square, row);
    }
    normalize(&g), squares(&g, &square);
    show("square", square.cells, square.rows * square.columns * sizeof(double));
    squares(&square, &square), normalize(&(struct grid){2, 40, 0, square.cells + 3});
    squares(&g, &(struct grid){40, 1, 0, g.cells + 40});
    normalize(&(struct grid){0, 40, 0, g.cells});
    show("square", square.cells, square.rows * square.columns * sizeof(double));
    show("g", g.cells, g.rows * g.columns * sizeof(double));
    free(g.cells), free(square.cells);
}

// CHANGES hir-optimize: squares()
