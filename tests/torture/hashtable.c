/* A table with chains that grows while it is built. */
#include "torture.h"

typedef struct item {
    struct item *next;
    uint64_t key;
    uint32_t count;
} item;

typedef struct table {
    item **heads;
    size_t size, used;
} table;

static void grow(table *t) {
    size_t size = t->size ? 2 * t->size : 64;
    item **heads = calloc(size, sizeof *heads);
    for (size_t i = 0; i < t->size; i++)
        for (item *it = t->heads[i], *next; it; it = next) {
            next = it->next;
            it->next = heads[it->key % size];
            heads[it->key % size] = it;
        }
    free(t->heads);
    t->heads = heads;
    t->size = size;
}

static void count(table *t, uint64_t key) {
    if (t->used >= t->size)
        grow(t);
    item **at = &t->heads[key % t->size];
    for (item *it = *at; it; it = it->next)
        if (it->key == key) {
            it->count++;
            return;
        }
    item *fresh = malloc(sizeof *fresh);
    *fresh = (item){*at, key, 1};
    *at = fresh;
    t->used++;
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 30000000);
    table t = {0};
    uint32_t state = 99;
    for (long i = 0; i < n; i++) {
        count(&t, next_random(&state) % 200003);
        if (i % 1000 == 0)
            checkpoint();
    }
    uint64_t hash = 0;
    for (size_t i = 0; i < t.size; i++)
        for (item *it = t.heads[i]; it; it = it->next)
            hash = mix(hash, it->key * 31 + it->count);
    printf("%016llx %zu %zu\n", (unsigned long long)hash, t.used, t.size);
    return 0;
}
