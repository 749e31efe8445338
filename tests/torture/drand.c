/* The random numbers of libc that have a state: random with an array of the program's own, the
 * drand48 family with a multiplier of the program's own. */
#include "torture.h"

static char own_state[64];

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 2000);
    unsigned short param[7] = {1, 2, 3, 0xe66d, 0xdeec, 5, 11};
    double sum = 0;
    uint64_t hash = 0;
    srand48(12);
    initstate(99, own_state, sizeof own_state);
    for (long r = 0; r < rounds; r++) {
        for (int i = 0; i < 10000; i++) {
            sum += drand48() - 0.5;
            hash = mix(hash, (uint64_t)random() ^ (uint64_t)lrand48() ^ (uint64_t)mrand48());
        }
        if (r == rounds / 2)
            lcong48(param);
        checkpoint();
    }
    printf("%016llx %a\n", (unsigned long long)hash, sum);
    return 0;
}
