// RUN: %python %tests/everyday/everyday.py %s
/* Views with any strides: turned, upside down, one element for all. */
#include "everyday.h"
struct view {
    double *at;
    long rows, columns, down, right;
};
static double *of(const struct view *v, long i, long j) {
    return v->at + i * v->down + j * v->right;
}
void add(const struct view *to, const struct view *what) {
    for (long j = 0; j < to->columns; j++)
        for (long i = 0; i < to->rows; i++)
            *of(to, i, j) += *of(what, i, j);
}
void add_direct(const struct view to, const struct view what) {
    for (long j = 0; j < to.columns; j++)
        for (long i = 0; i < to.rows; i++)
            to.at[i * to.down + j * to.right] += what.at[i * what.down + j * what.right];
}
int main(void) {
    static double a[3000], b[3000];
    fill(a, 3000), fill(b, 3000);
    struct view plain = {a, 50, 40, 40, 1}, turned = {b, 50, 40, 1, 50};
    struct view reversed = {b + 1999, 50, 40, -40, -1}, one = {b, 50, 40, 0, 0};
    struct view behind = {a + 41, 50, 40, 40, 1}, narrow = {a, 50, 40, 3, 2};
    struct view mirrored = {a + 39, 50, 40, 40, -1};
    add(&plain, &turned), add(&plain, &reversed), add(&plain, &one), add(&one, &plain);
    add_direct(plain, turned), add_direct(plain, reversed), add_direct(one, plain);
    show("a", a, sizeof a), show("b", b, sizeof b);
    add(&plain, &behind), add(&behind, &plain), add(&narrow, &plain), add(&plain, &mirrored);
    add_direct(plain, behind), add_direct(behind, plain), add_direct(narrow, plain);
    add_direct(mirrored, plain), add_direct(narrow, narrow);
    show("a", a, sizeof a);
}

// CHANGES hir-optimize: nothing
