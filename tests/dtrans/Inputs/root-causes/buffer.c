#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    char text[64];
    struct b *q = new_b(argc);
    memset(text, argc, sizeof text);
    struct a *p = argc > 5 ? (struct a *)text : new_a(argc); //= a => struct a *p = new_a(argc);
    printf("%ld %d\n", sum(p, q), text[3]);
    return 0;
}
