// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Vectors and small aggregates that the optimiser keeps in registers.
#include <stdio.h>
void checkpoint(void);
typedef float v4 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
typedef struct {
    long quotient, rest;
} pair;
static pair divide(long a, long b) { return (pair){a / b, a % b}; }
int main(void) {
    v4 x = {1, 2, 3, 4}, y = {0.5f, 0.25f, 0.125f, 1};
    v8 n = {1, 2, 3, 4, 5, 6, 7, 8};
    pair p = {1000003, 1};
    for (int i = 1; i < 70; i++) {
        x = x * 0.5f + y;
        n = n * 3 + (n >> 2);
        checkpoint();
        y += x * 0.01f;
        p = divide(p.quotient * 7 + p.rest + 1000003, i);
    }
    for (int i = 0; i < 4; i++)
        printf("%a %a %d %d\n", x[i], y[i], n[i], n[i + 4]);
    printf("%ld %ld\n", p.quotient, p.rest);
}
