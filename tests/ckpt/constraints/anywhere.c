// RUN: rm -rf %t && mkdir %t && cp %s %t/p.c && cd %t
// RUN: %S/../Inputs/levels.sh %t 'ckpt-test-place<every=1>' p.c
// RUN: %torture --kills=10 %t/O0 %t/O1 %t/O2 %t/O3 %t/Os
// REQUIRES: ckpt-runtime

// SplitConditionalBB 2, SubroutineInjection 2, 4: every block can be split, whatever it begins and
// ends with, and every edge: there is a checkpoint in each block of each function.
#include <stdio.h>
#include <stdlib.h>

static int choose(int x) {
    if (x % 3 == 0 && x % 5)
        return x / 3;
    return x % 7 > 3 ? x * 2 + 1 : x - 1;
}

static int depth(int x) {
    return x <= 0 ? 0 : 1 + depth(choose(x) % 4);
}

int main(int argc, char **argv) {
    int sum = argc > 1 ? atoi(argv[1]) : 3;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 4; j++) {
            if (j == 2)
                continue;
            sum = choose(sum + j) % 1000 + depth(sum % 4);
            if (sum < 0)
                goto out;
        }
out:
    printf("%d\n", sum);
    return 0;
}
