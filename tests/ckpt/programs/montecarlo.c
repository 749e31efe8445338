// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// The state of rand() is state.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
int main(void) {
    long inside = 0;
    srand(42);
    for (int i = 0; i < 100; i++) {
        for (int k = 0; k < 500; k++) {
            double x = rand() / (double)RAND_MAX, y = rand() / (double)RAND_MAX;
            inside += x * x + y * y < 1;
        }
        checkpoint();
    }
    printf("%ld %d\n", inside, rand());
}
