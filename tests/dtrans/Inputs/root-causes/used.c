#include "common.h"

static void *at;
static struct b *there;

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    at = p;
    there = new_b(argc);
    printf("%d\n", at ? (int)((struct b *)at)->k : 0); //= a => printf("%d\n", (int)there->k);
    printf("%ld\n", p->x);
    return 0;
}
