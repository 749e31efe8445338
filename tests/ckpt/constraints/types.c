// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// LiveValues 7: values of all types and sizes in registers and in memory, at every level.
#include <complex.h>
#include <stdbool.h>
#include <stdio.h>
void checkpoint(void);
typedef int quad __attribute__((vector_size(16)));
typedef double wide __attribute__((vector_size(64)));
typedef struct {
    unsigned a : 3;
    int b : 5;
    unsigned long c : 40;
    bool d : 1;
} bits;

int main(void) {
    long double e = 1.1L;
    __int128 w = 7;
    unsigned __int128 u = 9;
    double complex z = 1 + 2 * I;
    long double complex lz = 1.5L + 0.25L * I;
    float complex fz = 1.0F;
    quad q = {1, 2, 3, 4};
    wide v = {1, 2, 3, 4, 5, 6, 7, 8};
    bits b = {1, 2, 3, 1};
    bool flags[17] = {0};
    _Float16 half = 1;
    _BitInt(77) odd = 5;
    __float128 quadruple = 1;
    volatile int seen = 3;
    volatile double also = 0.5;
    short s = 1;
    char c = 2;
    for (int i = 1; i < 60; i++) {
        e = e * 1.0000001L + i;
        w = w * 31 + i;
        u = u * (u >> 3) + (unsigned)i;
        z = z * (0.9 + 0.1 * I) + i;
        lz = lz * (0.5L - 0.5L * I) + i;
        fz = fz * (0.3F + I) + 1;
        q = q * 3 + i;
        v = v * 0.5 + i;
        b = (bits){b.a + (unsigned)i, b.b ^ i, b.c * 7 + (unsigned)i, i & 1};
        flags[i % 17] ^= 1;
        half = half * (_Float16)0.5 + (_Float16)i;
        odd = odd * 3 + i;
        quadruple = quadruple * 1.5 + i;
        seen += i;
        also += 0.25;
        s = (short)(s * 3 + i);
        c = (char)(c + i);
        checkpoint();
    }
    printf("%La %lx %lx %lx %a %a %La %La %a %a\n", e, (long)w, (long)(w >> 64), (long)(u >> 9),
           creal(z), cimag(z), creall(lz), cimagl(lz), crealf(fz), cimagf(fz));
    printf("%d %d %a %a %d %d %lx %d %a %lx %a %d %a %d %d\n", q[0], q[3], v[0], v[7], b.a, b.b,
           (long)b.c, b.d, (double)half, (long)odd, (double)quadruple, seen, also, s, c);
    for (int i = 0; i < 17; i++)
        putchar('0' + flags[i]);
    puts("");
    return 0;
}
