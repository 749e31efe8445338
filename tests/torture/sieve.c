/* Primes by segments, with a heap that holds the primes so far. */
#include "torture.h"

enum { SEGMENT = 1 << 16 };

int main(int argc, char **argv) {
    long segments = size_argument(argc, argv, 4000);
    uint32_t *primes = NULL;
    size_t count = 0, room = 0;
    unsigned char *composite = malloc(SEGMENT);
    uint64_t hash = 0, total = 0;
    for (long s = 0; s < segments; s++) {
        uint64_t low = (uint64_t)s * SEGMENT;
        memset(composite, 0, SEGMENT);
        for (size_t i = 0; i < count && (uint64_t)primes[i] * primes[i] < low + SEGMENT; i++) {
            uint64_t start = (low + primes[i] - 1) / primes[i] * primes[i];
            for (uint64_t m = start - low; m < SEGMENT; m += primes[i])
                composite[m] = 1;
        }
        for (uint32_t i = s ? 0 : 2; i < SEGMENT; i++) {
            if (composite[i])
                continue;
            total++;
            hash = mix(hash, low + i);
            if (s)
                continue;
            for (uint32_t m = 2 * i; m < SEGMENT; m += i)
                composite[m] = 1;
            if (count == room)
                primes = realloc(primes, (room = 2 * room + 16) * sizeof *primes);
            primes[count++] = i;
        }
        checkpoint();
    }
    printf("%016llx %llu\n", (unsigned long long)hash, (unsigned long long)total);
    return 0;
}
