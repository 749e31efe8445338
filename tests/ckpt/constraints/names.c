// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: for level in O0 O1 O2 O3 Os; do for part in 1 2; do clang -$level -fdiscard-value-names
// -DPART=$part -S -emit-llvm %s -o $part.$level.ll || exit 1; done; lathe ckpt
// -O0 1.$level.ll 2.$level.ll -o $level || exit 1; done RUN: not grep 'entry:' 1.O0.ll RUN:
// %torture --kills=10 %t/O0 %t/O1 %t/O2 %t/O3 %t/Os REQUIRES: ckpt-runtime 0, LiveValues 2: values
// need no names, and the same name may mean many things: scopes, static functions and variables of
// two files, of which only one has the directive.
#include <stdio.h>
void checkpoint(void);
double other(double x);

#if PART == 1
static int count;

static double step(double x) {
    double y = x * 0.5;
    checkpoint();
    {
        double x = y + 1;
        count++;
        checkpoint();
        return x + y;
    }
}

double both(double x) {
    return step(x) + count;
}
#else
double both(double x);
static int count = 100;

static double step(double x) {
    return x - ++count * 0.25;
}

int main(void) {
    double x = 1;
    for (int i = 0; i < 40; i++)
        x = both(x) * 0.5 + step(x) * 0.25;
    printf("%.17g %d\n", x, count);
    return 0;
}
#endif
