/* Reads a file line by line while another is written. */
#include "torture.h"

static void make_input(long lines) {
    FILE *file = fopen("input.txt", "w");
    uint32_t state = 101;
    if (!file)
        exit(1);
    for (long i = 0; i < lines; i++)
        fprintf(file, "%ld %u %x\n", i, next_random(&state), next_random(&state));
    fclose(file);
}

int main(int argc, char **argv) {
    long lines = size_argument(argc, argv, 30000), number = 0;
    make_input(lines);
    FILE *in = fopen("input.txt", "r"), *out = fopen("input.out", "w");
    char line[128];
    uint64_t hash = 0;
    if (!in || !out)
        return 1;
    while (fgets(line, sizeof line, in)) {
        unsigned long value = strtoul(strchr(line, ' '), NULL, 10);
        for (int i = 0; i < 10000; i++)
            hash = mix(hash, value + (unsigned long)i);
        fprintf(out, "%016llx %s", (unsigned long long)hash, line);
        if (++number % 10 == 0)
            checkpoint();
    }
    fclose(in);
    fclose(out);
    printf("%ld %016llx\n", number, (unsigned long long)hash);
    return 0;
}
