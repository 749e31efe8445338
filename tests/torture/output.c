/* Three output files, one of which is rewritten at its beginning again and again. */
#include "torture.h"

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 4000);
    FILE *text = fopen("output.txt", "w"), *bytes = fopen("output.bin", "wb"),
         *summary = fopen("output.sum", "w");
    uint32_t state = 51;
    uint64_t hash = 0;
    if (!text || !bytes || !summary)
        return 1;
    for (long r = 0; r < rounds; r++) {
        for (int i = 0; i < 30; i++) {
            uint32_t value = next_random(&state);
            hash = mix(hash, value);
            fprintf(text, "%ld %u\n", r, value);
            fwrite(&value, sizeof value, 1, bytes);
        }
        for (int i = 0; i < 100000; i++)
            hash = mix(hash, (uint64_t)i);
        checkpoint();
        rewind(summary);
        fprintf(summary, "round %08ld hash %016llx\n", r, (unsigned long long)hash);
        if (r % 100 == 0)
            printf("round %ld\n", r);
    }
    fclose(text);
    fclose(bytes);
    fclose(summary);
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
