// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A bit sieve, and a directive in an innermost loop.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
int main(void) {
    unsigned limit = 60000, count = 0;
    unsigned char *composite = calloc(limit / 8 + 1, 1);
    for (unsigned p = 2; p * p <= limit; p++) {
        if (composite[p / 8] >> p % 8 & 1)
            continue;
        for (unsigned k = p * p; k <= limit; k += p)
            composite[k / 8] |= (unsigned char)(1 << k % 8);
        checkpoint();
    }
    double sum = 0;
    for (unsigned n = 2; n <= limit; n++) {
        unsigned prime = !(composite[n / 8] >> n % 8 & 1);
        count += prime;
        sum += prime ? 1.0 / n : 0;
        if (n % 1000 == 0)
            checkpoint();
    }
    printf("%u %.17g\n", count, sum);
}
