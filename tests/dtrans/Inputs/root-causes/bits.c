#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    printf("%d\n", (int)((unsigned long)p >> 60)); //= a => printf("0\n");
    printf("%ld\n", sum(p, q));
    return 0;
}
