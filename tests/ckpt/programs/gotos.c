// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Loops with two entries.
#include <stdio.h>
void checkpoint(void);
static unsigned twisted(unsigned n, unsigned x) {
    unsigned steps = 0;
    if (n & 1)
        goto second;
first:
    x = x * 5 + 1;
    checkpoint();
    if (steps++ > n)
        return x;
second:
    x ^= x >> 3;
    if (x % 3 == 0)
        goto first;
    x += 7;
    checkpoint();
    if (x & 4)
        goto second;
    goto first;
}
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 8; i++)
        sum = sum * 31 + twisted(i, i * 17);
    printf("%u\n", sum);
}
