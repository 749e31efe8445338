#include "common.h"

static void *same(void *p, int n) {
    return n > 3 ? NULL : p;
}

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = same(new_a(argc), argc); //= b => struct a *p = new_a(argc);
    struct b *q = same(new_b(argc), argc);
    printf("%ld\n", sum(p, q));
    return 0;
}
