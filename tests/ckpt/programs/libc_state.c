// RUN: %torture --kills=6 --damage=1 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// State that the C library keeps for the program: of strtok, localtime, strerror, dirname, random
// with arrays of its own; floating-point exceptions of both units, errno and the rounding mode.
#include <errno.h>
#include <fenv.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
void checkpoint(void);

static long words(void) {
    char text[] = "a b c d e f g h i j k l m n o p q r s t u v w x y z", path[] = "x", top[] = "/";
    time_t when = 86400 * 3;
    struct tm *day = gmtime(&when), copy;
    char *error = strerror(ENOENT), *said = ctime(&when), *here = dirname(path);
    char *there = dirname(top);
    long h = 0;
    gmtime_r(&when, &copy);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        h = h * 31 + *word;
        checkpoint();
        h += day->tm_mday + day->tm_zone[0] + copy.tm_zone[1] + error[1] + said[2];
        h += *here * 3 + *there;
    }
    return h;
}

static long numbers(void) {
    static char small[64];
    char large[256], *first, *second = NULL;
    long h = 0;
    srandom(3);
    first = initstate(7, small, sizeof small);
    for (int i = 0; i < 50; i++) {
        h = h * 31 + random() + rand();
        checkpoint();
        if (i == 10)
            second = setstate(first);
        if (i == 20)
            initstate(9, large, sizeof large);
        if (i == 30)
            setstate(second);
        if (i == 40)
            setstate(first);
        h += lrand48();
    }
    return h;
}

static long floats(void) {
    volatile double zero = 0;
    volatile long double long_zero = 0;
    double sum = 0;
    long h = 0;
    feclearexcept(FE_ALL_EXCEPT);
    for (int i = 0; i < 30; i++) {
        if (i == 10)
            zero = 1 / zero;
        if (i == 20) {
            feclearexcept(FE_ALL_EXCEPT);
            long_zero = 1 / long_zero;
        }
        errno = i;
        fesetround(i % 2 ? FE_UPWARD : FE_DOWNWARD);
        checkpoint();
        sum += 1.0 / (i + 3);
        h = h * 3 + (fetestexcept(FE_DIVBYZERO) != 0) + errno + fegetround();
    }
    printf("%a ", sum);
    return h;
}

int main(void) {
    printf("%ld ", words());
    printf("%ld ", numbers());
    printf("%ld\n", floats());
    return 0;
}
