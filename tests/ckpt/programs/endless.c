// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A function that does not return, reached through others.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
static int rounds;
_Noreturn static void leave(int code) {
    for (int i = 0; i < 5; i++)
        checkpoint();
    printf("leaving %d\n", code);
    exit(code % 3);
}
static int work(int x) {
    checkpoint();
    if (++rounds == 60)
        leave(x);
    return x * 3 % 1009;
}
int main(void) {
    int x = 1;
    for (;;) {
        x = work(x);
        if (x == 0)
            leave(-1);
        printf("%d\n", x);
    }
}
