#include "common.h"

struct holder {
    void *what;
    int n;
};

int main(int argc, char **argv) {
    (void)argv;
    struct holder h = {new_a(argc), 1}, *g = malloc(sizeof *g);
    struct b *q = new_b(argc);
    g->what = q;
    g->n = h.n;
    h = *g; //= b => h.n = g->n;
    printf("%d %ld\n", h.n, sum(new_a(2), q) + (h.what == NULL));

    return 0;
}
