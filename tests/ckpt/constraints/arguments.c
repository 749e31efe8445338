// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// SubroutineInjection 10: parameters are saved with each activation: the same function is active
// many times at once, with other values each time, and changes them; by value, as results, and
// many.
#include <stdio.h>
void checkpoint(void);

typedef struct {
    double a[20];
    int n;
} big;
typedef struct {
    float x, y;
} pair;

__attribute__((noinline)) static big grow(big b, int k) {
    b.a[k % 20] += k * 0.5;
    checkpoint();
    b.n += k;
    return b;
}

__attribute__((noinline)) static pair move(pair p, float by) {
    p.x += by;
    checkpoint();
    p.y -= by * 2;
    return p;
}

__attribute__((noinline)) static long nested(int n, long a, long *b, pair p, double d, char c) {
    a += n;
    if (n == 0) {
        checkpoint();
        return a + *b + (long)p.x + (long)d + c;
    }
    long local = a * 3;
    a = nested(n - 1, a ^ 5, n % 2 ? &local : b, move(p, (float)d), d + 0.5, (char)(c + 1));
    checkpoint();
    return a * 7 + local + *b + (long)p.y + (long)d + c;
}

int main(void) {
    big b = {{0}, 0};
    pair p = {1, 2};
    long h = 1;
    for (int i = 0; i < 8; i++) {
        b = grow(b, i);
        p = move(p, (float)i * 0.25F);
        h = nested(i, h % 1000, &h, p, i * 0.5, (char)i);
    }
    printf("%ld %d %g %g %g\n", h, b.n, b.a[3], p.x, p.y);
    return 0;
}
