// RUN: %torture --kills=5 %s
// REQUIRES: ckpt-runtime
// A buffer that several calls of setjmp fill in turn, in loops: a jump leads to the one that filled it
// last, also after a restart.
#include <setjmp.h>
#include <stdio.h>
void checkpoint(void);
static jmp_buf mark, other;
static long trace;
static void spin(void) {
    for (volatile int i = 0; i < 20000; i++)
        ;
}
static void leap(int i) {
    spin();
    checkpoint();
    longjmp(i % 7 == 6 ? other : mark, i + 1);
}
static void run(int first) {
    volatile int turns = 0;
    for (volatile int round = first; round < first + 12; round++) {
        int got;
        if ((round & 1) == 0) {
            if ((got = setjmp(mark)) == 0)
                checkpoint();
            else
                trace = trace * 3 + 1 + got;
        }
        if ((round & 2) == 0) {
            if ((got = setjmp(mark)) != 0)
                trace = trace * 5 + 2 + got;
        }
        if ((got = setjmp(other)) != 0)
            trace = trace * 7 + 3 + got;
        spin();
        checkpoint();
        if (++turns % 3 && turns < 40 && round > first)
            leap(turns);
    }
}
int main(void) {
    for (int i = 0; i < 12; i++) {
        run(i);
        printf("%d %ld\n", i, trace);
    }
    return 0;
}
