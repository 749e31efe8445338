#include "common.h"

extern void show(void *);

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    show(p); //= a => show(NULL);
    printf("%ld\n", sum(p, q));
    return 0;
}
