#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc), *r = new_a(argc);
    struct b *q = new_b(argc);
    int same = memcmp(p, r, sizeof *p) == 0; //= a => int same = p->x == r->x;
    printf("%ld %d\n", sum(p, q), same);
    return 0;
}
