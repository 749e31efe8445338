/* A hash table with chains: a lookup compares hashes along the chain and then the whole key, a hit
 * bumps a count; the rest of an entry is read when the table is listed. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 8192, ENTRIES = 24000, LOOKUPS = 200000 };

struct entry {
    char pinned;
    char *key;
    uint16_t flags; /* never read */
    double price;   /* cold */
    uint32_t hash;
    long expires; /* never read */
    char unit[6]; /* cold */
    struct entry *next;
    char shard; /* always the same */
    uint32_t hits;
    int64_t stock; /* cold */
};

struct table {
    char growing; /* never read */
    struct entry **buckets;
    int limit; /* never read */
    uint32_t count;
};

static uint32_t hash_of(const char *key) {
    uint32_t hash = 2166136261u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    return hash;
}

static struct entry *lookup(const struct table *table, const char *key) {
    uint32_t hash = hash_of(key);
    struct entry *entry = table->buckets[hash % BUCKETS];
    while (entry && (entry->hash != hash || strcmp(entry->key, key) != 0))
        entry = entry->next;
    return entry;
}

static void insert(struct table *table, const char *key, unsigned number) {
    struct entry *entry = malloc(sizeof(struct entry));
    char *copy = malloc(strlen(key) + 1);
    if (!entry || !copy)
        exit(1);
    entry->pinned = number % 9 == 0;
    entry->key = strcpy(copy, key);
    entry->flags = (uint16_t)number;
    entry->price = number * 0.01;
    entry->hash = hash_of(key);
    entry->expires = 86400L * number;
    memcpy(entry->unit, "piece", 6);
    entry->shard = 3;
    entry->hits = 0;
    entry->stock = number % 50;
    struct entry **bucket = &table->buckets[entry->hash % BUCKETS];
    entry->next = *bucket;
    *bucket = entry;
    table->count++;
}

static double list(const struct table *table) {
    double sum = 0;
    for (unsigned i = 0; i < BUCKETS; i++)
        for (const struct entry *entry = table->buckets[i]; entry; entry = entry->next)
            sum += entry->price * (double)entry->stock + entry->unit[2] + entry->hits +
                   entry->pinned + entry->shard;
    return sum;
}

static void table_free(struct table *table) {
    for (unsigned i = 0; i < BUCKETS; i++)
        for (struct entry *next, *entry = table->buckets[i]; entry; entry = next) {
            next = entry->next;
            free(entry->key);
            free(entry);
        }
    free(table->buckets);
    free(table);
}

int main(void) {
    struct table *table = malloc(sizeof *table);
    if (!table || !(table->buckets = calloc(BUCKETS, sizeof *table->buckets)))
        exit(1);
    table->count = 0;
    table->growing = 0;
    table->limit = BUCKETS * 4;
    char key[16];
    for (unsigned i = 0; i < ENTRIES; i++) {
        snprintf(key, sizeof key, "item%u", i * 7);
        insert(table, key, i);
    }
    unsigned found = 0;
    for (unsigned i = 0; i < LOOKUPS; i++) {
        unsigned at = i * 2654435761u % (ENTRIES * 7);
        memcpy(key, "item", 4);
        snprintf(key + 4, sizeof key - 4, "%u", at % 3 ? at / 7 * 7 : at);
        struct entry *entry = lookup(table, key);
        if (entry) {
            entry->hits++;
            found++;
        }
    }
    printf("%u %u %.3f\n", table->count, found, list(table));
    table_free(table);
    return 0;
}
