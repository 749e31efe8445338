// Without directives, --auto takes the loop that costs most, at the block where least is live, along
// calls outside loops; inner loops and cheap ones get none.
// RUN: lathe ckpt --auto --report -O0 %s -o %t.ll | FileCheck %s
// RUN: lathe ckpt --auto --report %s -o %t.prog | FileCheck %s --check-prefix=O2
// CHECK: compute auto.c:{{[0-9]+}}, checkpoint 1: 8 bytes
// CHECK-NEXT: rounds
// CHECK-NEXT: r {{.*}}i32
// CHECK-NEXT: main auto.c:{{[0-9]+}}, call on the way to one, point 1: 0 bytes
// CHECK-NOT: checkpoint 2
// CHECK-NOT: few
// O2: checkpoint 1: {{[0-9]+}} bytes
// O2-NOT: checkpoint 2
#include <stdio.h>

static double grid[64][64];

static int few(int n) {
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += n % (i + 2);
    return s;
}

__attribute__((noinline)) static void compute(int rounds) {
    for (int r = 0; r < rounds; r++)
        for (int i = 1; i < 63; i++)
            for (int j = 1; j < 63; j++)
                grid[i][j] = (grid[i - 1][j] + grid[i + 1][j] + grid[i][j - 1] + r) * 0.25;
}

int main(int argc, char **argv) {
    (void)argv;
    int n = few(argc);
    compute(100 + n);
    printf("%.17g\n", grid[5][6]);
    return 0;
}
