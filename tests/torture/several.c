/* Checkpoints in several functions, several in one, in nested loops, and in a one-block function. */
#include "torture.h"

static uint64_t log_hash;

static void save_here(void) {
    checkpoint();
}

static uint64_t phase_one(long n) {
    uint64_t hash = 1;
    for (long i = 0; i < n; i++) {
        for (int k = 0; k < 5000; k++)
            hash = mix(hash, (uint64_t)k);
        checkpoint();
        hash += (uint64_t)i;
        checkpoint();
    }
    return hash;
}

static uint64_t phase_two(long n, uint64_t hash) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < 10; j++) {
            for (int k = 0; k < 500; k++)
                hash = mix(hash, (uint64_t)(k ^ j));
            if (j == 3)
                checkpoint();
            else if (j == 7)
                save_here();
        }
    return hash;
}

static uint64_t phase_three(long n, uint64_t hash) {
    do {
        for (int k = 0; k < 5000; k++)
            hash = mix(hash, (uint64_t)k * 3);
        if (hash & 1) {
            save_here();
            continue;
        }
        log_hash = mix(log_hash, hash);
    } while (--n > 0);
    checkpoint();
    return hash;
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 30000);
    checkpoint();
    uint64_t a = phase_one(n);
    checkpoint();
    uint64_t b = phase_two(n, a), c = phase_three(n, a ^ b);
    checkpoint();
    printf("%016llx %016llx %016llx %016llx\n", (unsigned long long)a, (unsigned long long)b,
           (unsigned long long)c, (unsigned long long)log_hash);
    return 0;
}
