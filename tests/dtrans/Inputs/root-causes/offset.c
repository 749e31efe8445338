#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    *((short *)p + 5) = 7; //= a => p->x = 7;
    printf("%ld\n", sum(p, q));
    return 0;
}
