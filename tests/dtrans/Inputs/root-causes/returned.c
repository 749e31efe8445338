#include "common.h"

static struct a *first;
static struct b *second;
static void *get(int n) { return n > 1 ? first : NULL; } //= b => static void *get(int n) { return NULL; }

int main(int argc, char **argv) {
    (void)argv;
    first = new_a(argc);
    second = new_b(argc);
    struct a *p = get(argc);
    struct b *q = get(argc + 1);
    printf("%ld %d\n", sum(first, second), p == NULL && q == NULL);
    if (q)
        printf("%d\n", q->k);
    return 0;
}
