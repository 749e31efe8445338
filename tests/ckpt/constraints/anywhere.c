// RUN: rm -rf %t && mkdir -p %t && cp %s %t/anywhere.c && cd %t
// RUN: for level in O0 O1 O2 O3 Os; do clang -$level -S -emit-llvm anywhere.c -o $level.ll && lathe
// opt --passes='ckpt-test-place<every=1>' $level.ll -o all-$level.ll && lathe ckpt -O0
// all-$level.ll -o all-$level || exit 1; done RUN: %torture --kills=10 %t/all-O0 %t/all-O1
// %t/all-O2 %t/all-O3 %t/all-Os REQUIRES: ckpt-runtime SplitConditionalBB 2, SubroutineInjection 2,
// 4: every block can be split, whatever it begins and ends with, and every edge: there is a
// checkpoint in each block of each function.
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
