/* List heads in an array, items that embed a link, container_of in both directions. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
struct link {
    struct link *next, *prev;
};
struct item {
    long key;
    int hits;
    struct link link;
    double weight;
};
struct other {
    struct link link;
    int *counter;
};
static struct link table[8];
#define ITEM(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))

static void insert(struct link *head, struct link *l) {
    l->next = head->next;
    l->prev = head;
    head->next->prev = l;
    head->next = l;
}
static struct item *find(long key) {
    struct link *head = &table[key & 7];
    for (struct link *l = head->next; l != head; l = l->next)
        if (ITEM(l)->key == key)
            return ITEM(l);
    return NULL;
}
int main(void) {
    int count = 0;
    for (int i = 0; i < 8; i++)
        table[i].next = table[i].prev = &table[i];
    for (long k = 0; k < 50; k++) {
        struct item *it = malloc(sizeof *it);
        it->key = k * 7;
        it->hits = 0;
        it->weight = k;
        insert(&table[it->key & 7], &it->link);
    }
    struct link others = {&others, &others};
    for (int i = 0; i < 5; i++) {
        struct other *o = malloc(sizeof *o);
        o->counter = &count;
        insert(&others, &o->link);
    }
    for (struct link *l = others.next; l != &others; l = l->next)
        ++*((struct other *)l)->counter;
    double sum = 0;
    for (long k = 0; k < 100; k++) {
        struct item *it = find(k);
        if (it) {
            it->hits++;
            sum += it->weight * it->hits;
            struct item *next = ITEM(it->link.prev == &table[k & 7] ? &it->link : it->link.prev);
            next->weight += 1;
        }
    }
    printf("%g %d\n", sum, count);
    return 0;
}
