#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    void *r = argc > 1 ? (void *)p : (void *)q; //= b => void *r = p;
    printf("%ld %d\n", sum(p, q), r != NULL);
    return 0;
}
