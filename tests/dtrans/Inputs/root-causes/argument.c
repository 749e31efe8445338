#include "common.h"

static int is_set(void *p) {
    return p != NULL;
}

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    printf("%d\n", is_set(p));
    printf("%d\n", is_set(q)); //= a => printf("%d\n", q != NULL);
    printf("%ld\n", sum(p, q));
    return 0;
}
