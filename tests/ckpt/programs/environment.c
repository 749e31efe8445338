// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// errno and the rounding mode are state; options and the environment are seen as before.
#include <errno.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void checkpoint(void);
int main(int argc, char **argv) {
    static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    volatile double one = 1, three = 3;
    double sum = 0;
    int errors = 0;
    const char *path = getenv("PATH");
    while (getopt(argc, argv, "ab:") != -1)
        errors++;
    for (int i = 0; i < 60; i++) {
        fesetround(modes[i % 4]);
        errno = i % 3 ? ERANGE : EDOM;
        checkpoint();
        errors += errno == ERANGE;
        sum += one / three + nearbyint(i * 0.4);
    }
    fesetround(FE_TONEAREST);
    printf("%a %d %d %d\n", sum, errors, path == getenv("PATH"), argv[argc] == NULL);
}
