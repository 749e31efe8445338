#include "common.h"

static int differ(void *x, void *y) {
    return x != y;
}
static int (*compare)(void *, void *) = differ;

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    printf("%d\n", compare(p, p));
    printf("%d\n", compare(NULL, q)); //= b => printf("%d\n", q != NULL);
    printf("%ld\n", sum(p, q));
    return 0;
}
