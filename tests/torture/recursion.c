/* A thousand frames deep, with checkpoints at the bottom, on the way up and in between. */
#include "torture.h"

static uint64_t total;

static uint64_t dig(int depth, uint64_t seed, const uint64_t *above) {
    uint64_t here[4] = {seed, (uint64_t)depth, above ? above[0] : 1, 0};
    if (depth == 0) {
        for (int i = 0; i < 2000; i++)
            here[3] = mix(here[3], here[0] + (uint64_t)i);
        checkpoint();
        total += here[3];
        return here[3];
    }
    here[3] = dig(depth - 1, mix(seed, here[2]), here);
    if (depth % 250 == 0)
        checkpoint();
    here[0] = mix(here[0], here[3]);
    return here[0] ^ (above ? above[1] : 0);
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 60000);
    uint64_t hash = 0;
    for (long r = 0; r < rounds; r++)
        hash = mix(hash, dig(1000, (uint64_t)r, NULL));
    printf("%016llx %016llx\n", (unsigned long long)hash, (unsigned long long)total);
    return 0;
}
