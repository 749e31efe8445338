#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    fwrite(p, sizeof *p, 1, stderr); //= a => fprintf(stderr, "%ld\n", p->x);
    printf("%ld\n", sum(p, q));
    return 0;
}
