#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    void *cells[2] = {0}, *others[2] = {0};
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    cells[argc & 1] = p;
    others[argc & 1] = q;
    memcpy(cells, others, sizeof cells); //= b => memset(cells, 0, sizeof cells);
    printf("%ld %d\n", sum(p, q), cells[0] == others[0]);
    return 0;
}
