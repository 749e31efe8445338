#include "common.h"

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = new_a(argc);
    struct b *q = new_b(argc);
    setvbuf(stdout, (char *)p, _IOFBF, 8); //= a => setvbuf(stdout, NULL, _IOFBF, 8);
    printf("%ld\n", sum(p, q));
    return 0;
}
