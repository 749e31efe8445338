// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// SubroutineInjection 3: functions of one block, with one checkpoint and with three in a row.
#include <stdio.h>
void checkpoint(void);

__attribute__((noinline)) static double once(double x) {
    double y = x * 0.5;
    checkpoint();
    return x + y;
}

__attribute__((noinline)) static double thrice(double x) {
    double y = x * 0.25;
    checkpoint();
    double z = y + once(x);
    checkpoint();
    x = z * y;
    checkpoint();
    return x + y - z;
}

int main(void) {
    double x = 1;
    for (int i = 0; i < 20; i++)
        x = once(x) * 0.125 + thrice(x + i) * 0.25;
    checkpoint();
    printf("%.17g\n", x);
    return 0;
}
