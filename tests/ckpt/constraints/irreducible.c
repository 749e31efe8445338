// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// LiveValues 1: graphs that are not reducible: a cycle with two entries, and one inside another.
#include <stdio.h>
void checkpoint(void);

static unsigned walk(unsigned x, int limit) {
    int n = 0;
    if (x & 1)
        goto second;
first:
    x = x * 5 + 1;
    if (x % 11 == 3)
        goto inner;
    checkpoint();
second:
    x ^= x >> 3;
    n++;
    if (n % 4 == 0)
        checkpoint();
inner:
    if (++n > limit)
        return x;
    x += 7;
    if (x & 4)
        goto first;
    goto second;
}

int main(void) {
    unsigned x = 1;
    for (int i = 0; i < 12; i++)
        x = x * 31 + walk(x, 20);
    printf("%u\n", x);
    return 0;
}
