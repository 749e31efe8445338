#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    *(int *)&p->x = 4; //= a => p->x = 4;
    printf("%ld\n", sum(p, q));
    return 0;
}
