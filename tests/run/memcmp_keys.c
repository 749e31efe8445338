// RUN: %compare %s
/* Structs compared by memcmp and hashed byte by byte: their layout decides the order. */
// refused: struct key, struct stamp
// private: struct entry
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct key {
    uint8_t kind;
    uint32_t number;
    uint16_t part;
};
struct stamp {
    uint16_t day;
    uint64_t tick;
};
struct entry {
    char tag;
    struct key *key;
    short rank;
    struct stamp *stamp;
    struct entry *next;
};

static struct key *new_key(uint8_t kind, uint32_t number, uint16_t part) {
    struct key *k = malloc(sizeof *k);
    memset(k, 0, sizeof *k);
    k->kind = kind;
    k->number = number;
    k->part = part;
    return k;
}
static struct stamp *new_stamp(uint16_t day, uint64_t tick) {
    struct stamp *s = calloc(1, sizeof *s);
    s->day = day;
    s->tick = tick;
    return s;
}

static unsigned hash(const struct stamp *s) {
    const unsigned char *p = (const unsigned char *)s;
    unsigned h = 1;
    for (size_t i = 0; i < sizeof *s; i++)
        h = h * 37 + p[i];
    return h;
}

int main(void) {
    struct entry *list = NULL;
    for (unsigned i = 0; i < 14; i++) {
        struct entry *e = malloc(sizeof *e), **at = &list;
        e->tag = (char)('a' + i);
        e->key = new_key((uint8_t)(i * 5 % 3), i * 1000 % 77, (uint16_t)(i * 300));
        e->stamp = new_stamp((uint16_t)(i % 4), i * 1ull << 20);
        e->rank = 0;
        while (*at && memcmp((*at)->key, e->key, sizeof *e->key) < 0) {
            (*at)->rank++;
            at = &(*at)->next;
        }
        e->next = *at;
        *at = e;
    }
    unsigned h = 0;
    while (list) {
        struct entry *next = list->next;
        printf("%c%d %u/%u/%u %u\n", list->tag, list->rank, list->key->kind, list->key->number,
               list->key->part, hash(list->stamp));
        h = h * 3 + hash(list->stamp);
        free(list->key);
        free(list->stamp);
        free(list);
        list = next;
    }
    return (int)(h % 201);
}
