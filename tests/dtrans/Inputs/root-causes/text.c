#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    printf("%s\n", (char *)p); //= a => printf("%c\n", p->tag);
    printf("%ld\n", sum(p, q));
    return 0;
}
