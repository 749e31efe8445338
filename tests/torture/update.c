/* A file of records that are read back and changed in place. */
#include "torture.h"

enum { RECORDS = 2000 };
typedef struct record {
    uint64_t value;
    uint32_t changes, check;
} record;

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 2500);
    FILE *file = fopen("update.bin", "w+b");
    uint32_t state = 111;
    uint64_t hash = 0;
    record r = {0};
    if (!file)
        return 1;
    for (int i = 0; i < RECORDS; i++)
        fwrite(&r, sizeof r, 1, file);
    for (long round = 0; round < rounds; round++) {
        for (int i = 0; i < 20; i++) {
            long at = (long)(next_random(&state) % RECORDS) * (long)sizeof r;
            fseek(file, at, SEEK_SET);
            if (fread(&r, sizeof r, 1, file) != 1)
                return 1;
            r.value = mix(r.value, hash + r.changes++);
            fseek(file, at, SEEK_SET);
            fwrite(&r, sizeof r, 1, file);
            for (int k = 0; k < 10000; k++)
                hash = mix(hash, r.value);
        }
        checkpoint();
    }
    fclose(file);
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
