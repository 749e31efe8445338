#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = calloc(3, sizeof *p);
    struct b *q = new_b(argc);
    struct a *r = p + argc;
    printf("%ld\n", (long)((char *)r - (char *)p)); //= a => printf("%ld\n", (long)(r - p));
    printf("%ld\n", sum(p, q));
    return 0;
}
