// A function saves into its ckpt_mem in one way. At -O2 it gets those checkpoints before the program
// is optimised, and after that there is a second look, at what the runtime saves: it must not choose
// places in such functions again, nor take what was inlined into them for theirs.
// REQUIRES: ckpt-runtime
// RUN: lathe ckpt --auto --report -O2 %s -o %t.auto | FileCheck %s --check-prefix=AUTO
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: echo '#define CALLED' > called.c && cat %s >> called.c
// RUN: lathe ckpt --report -O2 called.c -o called | FileCheck %s --check-prefix=CALLED
// RUN: %torture --kills=16 --levels=0,2 called.c | FileCheck %s --check-prefix=KILLED
// AUTO: kernel mem-once.c:[[#]], checkpoint 1: 32784 bytes
// AUTO: memory, live and modified
// AUTO-NOT: checkpoint
// CALLED: kernel called.c:[[#]], checkpoint 1: 32784 bytes
// CALLED: memory, live and modified
// CALLED: kernel called.c:[[#]], checkpoint 1:
// CALLED-NOT: memory, live and modified
// CALLED: main called.c:[[#]], call on the way to one
// KILLED-COUNT-2: all the same
// KILLED: torture: 2 programs, {{.*}} 0 failures
#include <stdio.h>
#ifdef CALLED
void checkpoint(void);
#else
#define checkpoint() (void)0
#endif

static double grid[64][64];

static void step(int r) {
    for (int i = 1; i < 63; i++)
        for (int j = 1; j < 63; j++)
            grid[i][j] = (grid[i - 1][j] + grid[i + 1][j] + r) * 0.25;
    checkpoint();
}

__attribute__((noinline)) static double kernel(int n, unsigned *ckpt_mem) {
    (void)ckpt_mem;
    double s = 0;
    for (int r = 0; r < n; r++) {
        step(r);
        s = s * 0.5 + grid[r % 64][5];
        checkpoint();
    }
    return s;
}

static unsigned memory[1 << 16];

int main(void) {
    printf("%.17g\n", kernel(200, memory));
    return 0;
}
