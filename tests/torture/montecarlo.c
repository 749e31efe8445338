/* An integral by rand(), whose state is libc's. */
#include "torture.h"

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 1000);
    long inside = 0, all = 0;
    uint64_t hash = 0;
    srand(4711);
    for (long r = 0; r < rounds; r++) {
        for (int i = 0; i < 30000; i++) {
            double x = rand() / (RAND_MAX + 1.0), y = rand() / (RAND_MAX + 1.0);
            inside += x * x + y * y < 1;
            all++;
        }
        hash = mix(hash, (uint64_t)inside);
        checkpoint();
    }
    printf("%016llx %a\n", (unsigned long long)hash, 4.0 * (double)inside / (double)all);
    return 0;
}
