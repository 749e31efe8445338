// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Checkpoints reached through function pointers in tables, structs and arguments.
#include <stdio.h>
void checkpoint(void);
typedef unsigned op(unsigned);
static unsigned add(unsigned x) { checkpoint(); return x + 13; }
static unsigned mul(unsigned x) { return x * 3; }
static unsigned mix(unsigned x) {
    for (int i = 0; i < 3; i++) {
        x ^= x << 5;
        checkpoint();
    }
    return x;
}
static op *const table[] = {add, mul, mix};
struct machine {
    op *first, *second;
};
static unsigned twice(op *f, unsigned x) { return f(f(x)); }
int main(void) {
    struct machine m = {add, mix};
    unsigned x = 1;
    for (int i = 0; i < 30; i++) {
        x = table[i % 3](x);
        x += m.first(x) ^ m.second(i);
        m.first = table[x % 3];
        x = twice(m.first, x);
    }
    printf("%u\n", x);
}
