// RUN: rm -rf %t && mkdir %t && cp %s %t/p.c && cd %t
// RUN: echo not JSON at all > live_values.json
// RUN: echo '{"main": {"entry": ["wrong"]}}' > tracked_values.json
// RUN: %S/../Inputs/levels.sh %t 'ckpt-live<json=tracked_values.json>' p.c
// RUN: not ls p.c
// RUN: grep 'not JSON' live_values.json
// RUN: not grep wrong tracked_values.json
// RUN: %torture --kills=10 %t/O0 %t/O1 %t/O2 %t/O3 %t/Os
// REQUIRES: ckpt-runtime

// LiveValues 4, 8, SubroutineInjection 8: neither the source nor its path is needed, and JSON of
// earlier runs, right or wrong, is never read.
#include <stdio.h>
void checkpoint(void);

int main(void) {
    double grid[20] = {1}, x = 0;
    for (int i = 0; i < 60; i++) {
        grid[i % 20] += x * 0.5 + i;
        checkpoint();
        x = x * 0.25 + grid[(i + 7) % 20];
    }
    printf("%.17g\n", x);
    return 0;
}
