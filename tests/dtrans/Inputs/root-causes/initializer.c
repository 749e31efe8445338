#include "common.h"

static struct a one = {1, 2, 3};
static struct b two = {1, 2, 3};
static void *table[] = {&one, &two};

int main(int argc, char **argv) {
    (void)argv;
    struct a *p = argc > 5 ? table[0] : &one; //= a => struct a *p = &one;
    printf("%ld\n", sum(p, &two));
    return 0;
}
