/* A log that stays open for appending, and one that is opened for each line. */
#include "torture.h"

static void note(long round, uint64_t hash) {
    FILE *log = fopen("append.short", "a");
    if (!log)
        exit(1);
    fprintf(log, "%ld %016llx\n", round, (unsigned long long)hash);
    fclose(log);
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 1500);
    FILE *log = fopen("append.log", "a");
    uint64_t hash = 0;
    if (!log)
        return 1;
    fprintf(log, "begin\n");
    for (long r = 0; r < rounds; r++) {
        for (int i = 0; i < 300000; i++)
            hash = mix(hash, (uint64_t)(r + i));
        fprintf(log, "%ld %016llx\n", r, (unsigned long long)hash);
        checkpoint();
        if (r % 50 == 0)
            note(r, hash);
    }
    fprintf(log, "end\n");
    fclose(log);
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
