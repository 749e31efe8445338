// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A hash table with chains and a growing array of heads.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void checkpoint(void);
struct entry {
    struct entry *next;
    unsigned hash;
    int count;
    char key[];
};
static struct {
    struct entry **heads;
    unsigned size, used;
} table;
static unsigned hash_of(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}
static void grow(void) {
    unsigned size = table.size ? table.size * 2 : 8;
    struct entry **heads = calloc(size, sizeof *heads);
    for (unsigned i = 0; i < table.size; i++)
        for (struct entry *e = table.heads[i], *next; e; e = next) {
            next = e->next;
            e->next = heads[e->hash % size];
            heads[e->hash % size] = e;
            checkpoint();
        }
    free(table.heads);
    table.heads = heads;
    table.size = size;
}
static void add(const char *key) {
    unsigned h = hash_of(key);
    if (table.used >= table.size)
        grow();
    struct entry **at = &table.heads[h % table.size];
    for (; *at; at = &(*at)->next)
        if (strcmp((*at)->key, key) == 0) {
            (*at)->count++;
            return;
        }
    *at = malloc(sizeof **at + strlen(key) + 1);
    **at = (struct entry){.hash = h, .count = 1};
    strcpy((*at)->key, key);
    table.used++;
}
int main(void) {
    char key[32];
    for (int i = 0; i < 120; i++) {
        sprintf(key, "k%d", i * i % 97);
        add(key);
        checkpoint();
    }
    unsigned long sum = 0;
    for (unsigned i = 0; i < table.size; i++)
        for (struct entry *e = table.heads[i]; e; e = e->next)
            sum = sum * 31 + (unsigned)e->count * e->hash;
    printf("%u %u %lu\n", table.used, table.size, sum);
}
