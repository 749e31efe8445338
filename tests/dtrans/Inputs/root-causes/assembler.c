#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    __asm__("" : : "r"(p) : "memory"); //= a => __asm__("" : : "r"(argc) : "memory");
    printf("%ld\n", sum(p, q));
    return 0;
}
