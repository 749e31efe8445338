// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// SubroutineInjection 7: any number of checkpoints in a function, in loops, behind each other, in
// conditions, with values that are live at some and dead at others.
#include <stdio.h>
void checkpoint(void);

static int passed(int x) {
    checkpoint();
    return x & 1;
}

int main(void) {
    int s = 0, i = 0;
    while ((checkpoint(), i < 8) && (passed(i) || passed(i + 1))) {
        double x = i * 0.5, y;
        s += passed(s) ? (checkpoint(), i * 2) : (i % 3 && passed(i + 2)) ? 5 : 7;
        for (int j = (checkpoint(), 0); passed(j), j < 3; j++) {
            y = x + j;
            checkpoint();
            s ^= (int)y;
        }
        do
            s++;
        while ((checkpoint(), s % 5));
        i++;
    }
    printf("%d %d\n", s, i);
    return 0;
}
