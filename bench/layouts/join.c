/* A hash join: one table goes into chained buckets, the other looks for its partners. */
#include <stdio.h>
#include <stdlib.h>

struct row {
    long key;
    struct row *next;
    long payload[3];
    char text[16];
};

static struct row **buckets;
static unsigned long bucket_count;

static unsigned long hash(long key) {
    unsigned long h = (unsigned long)key * 0x9e3779b97f4a7c15ul;
    return (h >> 32) & (bucket_count - 1);
}

static void insert(long key, long value) {
    struct row *r = malloc(sizeof *r);
    if (!r)
        exit(1);
    unsigned long at = hash(key);
    r->key = key;
    r->payload[0] = value;
    r->payload[1] = value * 3;
    r->payload[2] = value ^ key;
    snprintf(r->text, sizeof r->text, "r%ld", value % 100000);
    r->next = buckets[at];
    buckets[at] = r;
}

static long probe(long key) {
    for (const struct row *r = buckets[hash(key)]; r; r = r->next)
        if (r->key == key)
            return r->payload[0];
    return 0;
}

int main(int argc, char **argv) {
    long build = argc > 1 ? atol(argv[1]) : 300000;
    long probes = argc > 2 ? atol(argv[2]) : 4000000;
    bucket_count = 1;
    while ((long)bucket_count * 4 < build)
        bucket_count *= 2;
    buckets = calloc(bucket_count, sizeof *buckets);
    if (!buckets)
        return 1;
    for (long i = 0; i < build; i++)
        insert(i * 7919 % 10000019, i);
    long sum = 0;
    unsigned state = 1;
    for (long i = 0; i < probes; i++) {
        state = state * 1664525u + 1013904223u;
        sum += probe((long)(state >> 2) % 10000019);
    }
    long check = 0;
    for (unsigned long b = 0; b < bucket_count; b++)
        for (struct row *r = buckets[b], *next; r; r = next) {
            next = r->next;
            check += r->payload[1] % 7 + r->payload[2] % 5 + r->text[1];
            free(r);
        }
    free(buckets);
    printf("%ld %ld\n", sum, check);
    return 0;
}
