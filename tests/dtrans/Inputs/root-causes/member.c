#include "common.h"

struct outer {
    short n;
    struct a inner;
};

int main(int argc, char **argv) {
    (void)argv;
    struct outer *o = calloc(1, sizeof *o);
    struct b *q = new_b(argc);
    memset(o, 0, 9); //= a => memset(o, 0, sizeof *o);
    o->n = (short)argc;
    printf("%ld %d\n", sum(&o->inner, q), o->n);
    return 0;
}
