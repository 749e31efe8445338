// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// State in globals, static locals, pointers between them, and initialised tables that change.
#include <stdio.h>
void checkpoint(void);
static int counters[16] = {1, 2, 3};
static struct {
    char name[8];
    int *counter;
    double weight;
} items[] = {{"a", &counters[0], 0.5}, {"b", &counters[5], 1.5}, {"c", &counters[9], 2.5}};
long total;
static int next(void) {
    static int n = 3;
    static unsigned char history[8];
    history[n % 8] = (unsigned char)n;
    checkpoint();
    return n = (n * 5 + history[(n + 3) % 8]) % 1009;
}
int main(void) {
    for (int i = 0; i < 100; i++) {
        int v = next();
        *items[v % 3].counter += v;
        items[v % 3].weight *= 1.01;
        items[i % 3].name[0]++;
        if (v % 7 == 0)
            items[v % 3].counter = &counters[v % 16];
        total += *items[i % 3].counter;
    }
    printf("%ld %.17g %d %.3s\n", total, items[1].weight, counters[5], items[2].name);
}
