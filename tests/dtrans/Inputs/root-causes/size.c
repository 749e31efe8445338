#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = malloc(argc + 40); //= a => struct a *p = malloc(sizeof *p);
    struct b *q = new_b(argc);
    p->x = p->tag = p->end = 3;
    printf("%ld\n", sum(p, q));
    return 0;
}
