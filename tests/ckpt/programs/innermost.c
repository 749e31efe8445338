// RUN: %torture --kills=4 %s
// REQUIRES: ckpt-runtime
// A directive in each iteration of innermost loops of all kinds, at its start, middle and end:
// those that become two loops, and those that cannot.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
#ifndef SIZE
#define SIZE 30
#endif

static double a[SIZE], b[SIZE];

static uint64_t recurrence(uint64_t s, long n) {
    for (long i = 0; i < n; i++) {
        checkpoint();
        s = s * 31 + (uint64_t)i;
    }
    return s;
}

static double update(int n) {
    double largest = 0;
    for (int i = 0; i < n; i++) {
        a[i] = a[i] * 0.5 + b[i];
        checkpoint();
    }
    for (int i = n - 1; i >= 0; i--) {
        double x = a[i] - b[i];
        checkpoint();
        largest = x > largest ? x : largest;
        b[i] = x * 0.25;
    }
    return largest;
}

static unsigned search(const unsigned short *from, unsigned key) {
    unsigned i = 0;
    while (from[i] != key) {
        i++;
        checkpoint();
    }
    return i;
}

static uint64_t nest(uint64_t s) {
    for (unsigned short i = 0; i < SIZE / 8; i++)
        for (unsigned short k = i; k != SIZE / 4; k++) {
            s ^= s << 7 ^ (uint64_t)(i * k);
            checkpoint();
        }
    return s;
}

int main(void) {
    unsigned short *keys = malloc(SIZE * sizeof *keys);
    uint64_t s = 7;
    for (int i = 0; i < SIZE; i++) {
        b[i] = i * 0.75;
        keys[i] = (unsigned short)(i * 7);
    }
    s = recurrence(s, SIZE);
    double x = update(SIZE) + update(SIZE / 2);
    s += search(keys, (unsigned short)((SIZE - 1) * 7));
    long n = (long)(s % 5) + 3;
    long bound = 0;
    for (long i = 0; i != n; i++) {
        bound += i;
        checkpoint();
    }
    for (long i = 0; i != bound; i++) {
        s = (s ^ (uint64_t)i) * 1000003;
        checkpoint();
    }
    s = nest(s);
    for (int i = 0; i < SIZE; i++)
        x += a[i] * i + b[i];
    printf("%llu %a %ld\n", (unsigned long long)s, x, bound);
    free(keys);
}
