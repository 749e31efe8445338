#include "common.h"

static void *at, *other;

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    at = p;
    at = q; //= a => other = q;
    printf("%ld %d\n", sum(p, q), at != other);
    return 0;
}
