#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    memset(p, 0, 12); //= a => memset(p, 0, sizeof *p);
    printf("%ld\n", sum(p, q));
    return 0;
}
