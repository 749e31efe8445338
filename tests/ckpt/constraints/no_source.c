// RUN: rm -rf %t && mkdir -p %t/elsewhere && cp %s %t/gone.c && cd %t
// RUN: for level in O0 O1 O2 O3 Os; do clang -$level -c -emit-llvm gone.c -o elsewhere/$level.bc ||
// exit 1; done RUN: rm gone.c && cd elsewhere RUN: echo not JSON at all > live_values.json && echo
// '{"main": {"entry": ["wrong"]}}' > tracked_values.json RUN: for level in O0 O1 O2 O3 Os; do lathe
// opt --passes='ckpt-live<json=tracked_values.json>' $level.bc -o $level.ll && lathe ckpt -O0
// $level.ll -o $level || exit 1; done RUN: grep -q not live_values.json RUN: not grep wrong
// tracked_values.json RUN: %torture --kills=10 %t/elsewhere/O0 %t/elsewhere/O1 %t/elsewhere/O2
// %t/elsewhere/O3 %t/elsewhere/Os REQUIRES: ckpt-runtime LiveValues 4, 8, SubroutineInjection 8:
// neither the source nor its path is needed, and JSON of earlier runs, right or wrong, is never
// read.
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
