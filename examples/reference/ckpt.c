/* A program that may be saved between two steps; build it with `lathe ckpt ckpt.c -o ckpt`.
 *
 * Without input it prints:
 *     sum 4999950000
 */
#include <lathe/ckpt.h>

#include <stdio.h>

int main(void) {
    long sum = 0;
    for (long i = 0; i < 100000; i++) {
        sum += i;
        checkpoint();
    }
    printf("sum %ld\n", sum);
    return 0;
}
