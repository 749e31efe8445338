/* Rounding modes and errno are part of the state. */
#include "torture.h"

#include <errno.h>
#include <fenv.h>
#include <math.h>

static volatile double third = 1.0 / 3;

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 250000);
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    double sums[4] = {0};
    int failures = 0;
    for (long r = 0; r < rounds; r++) {
        int k = (int)(r % 4);
        fesetround(modes[k]);
        errno = 0;
        if (r % 5 == 0)
            strtol("99999999999999999999999", NULL, 10);
        checkpoint();
        failures += errno == ERANGE;
        for (int i = 0; i < 4000; i++)
            sums[k] += third / (1 + i);
    }
    fesetround(FE_TONEAREST);
    printf("%a %a %a %a %d\n", sums[0], sums[1], sums[2], sums[3], failures);
    return 0;
}
