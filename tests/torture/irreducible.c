/* Cycles with two entries, made of gotos. */
#include "torture.h"

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 200000000);
    uint32_t random = 41;
    uint64_t a = 1, b = 2;
    long left = n;
    if (next_random(&random) & 1)
        goto second;
first:
    a = mix(a, b);
    if (--left <= 0)
        goto end;
    if (a % 8 == 0)
        goto third;
second:
    b = mix(b, a + random);
    if (--left <= 0)
        goto end;
    if (b % 50000 == 7)
        checkpoint();
    if (next_random(&random) & 2)
        goto first;
third:
    a += b >> 3;
    if (a % 3 == 0)
        goto second;
    if (a % 70000 == 1)
        checkpoint();
    goto first;
end:
    printf("%016llx %016llx\n", (unsigned long long)a, (unsigned long long)b);
    return 0;
}
