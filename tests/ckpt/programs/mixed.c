// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Values of many types live across a checkpoint in one loop.
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
void checkpoint(void);
int main(void) {
    signed char c = -3;
    unsigned char u = 250;
    short s = 300;
    long long l = 1LL << 40;
    float f = 1.25f;
    double d = 2.5;
    long double e = 3.75L;
    bool b = true;
    __int128 w = (__int128)1 << 90;
    unsigned _BitInt(37) odd = 12345;
    _Float16 h = 1.5f16;
    double complex z = 1 + 2 * I;
    for (int i = 0; i < 60; i++) {
        checkpoint();
        c = (signed char)(c + 1);
        u = (unsigned char)(u * 3);
        s = (short)(s + c);
        l += s * 1000003LL;
        f = f * 1.01f + 0.5f;
        d = d * 0.99 + f;
        e -= 0.25L * e;
        b = !b;
        w += l;
        odd = odd * 5 + 1;
        h = (_Float16)(h * 0.75f16 + 1);
        z *= 0.9 + 0.3 * I;
    }
    printf("%d %d %d %lld %a %a %La %d %lld %lld %a %a %a\n", c, u, s, l, f, d, e, b,
           (long long)(w >> 40), (long long)odd, (double)h, creal(z), cimag(z));
}
