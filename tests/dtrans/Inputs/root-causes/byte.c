#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    ((char *)p)[argc + 9] = 7; //= a => p->end = 7;
    printf("%ld\n", sum(p, q));
    return 0;
}
