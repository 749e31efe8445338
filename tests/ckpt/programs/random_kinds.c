// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// random and the drand48 family keep their state in the C library, too.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
int main(void) {
    unsigned long sum = 0;
    double d = 0;
    srandom(7);
    srand48(99);
    for (int i = 0; i < 80; i++) {
        sum = sum * 31 + (unsigned long)random();
        d += drand48() + erand48((unsigned short[3]){1, 2, (unsigned short)i});
        sum ^= (unsigned long)lrand48() << 3;
        checkpoint();
        sum += (unsigned long)mrand48();
    }
    printf("%lu %.17g\n", sum, d);
}
