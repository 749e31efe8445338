/* pp = &(*pp)->next over lists and trees, with chains of a hash table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry {
    char name[12];
    struct entry *chain;
    int value;
};
struct table {
    unsigned mask;
    struct entry **slots;
};
struct tree {
    struct tree *left, *right;
    int key;
};
static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h;
}
static struct entry **locate(struct table *t, const char *name) {
    struct entry **pp = &t->slots[hash(name) & t->mask];
    while (*pp && strcmp((*pp)->name, name))
        pp = &(*pp)->chain;
    return pp;
}
static void put(struct table *t, const char *name, int v) {
    struct entry **pp = locate(t, name);
    if (!*pp) {
        *pp = calloc(1, sizeof **pp);
        strcpy((*pp)->name, name);
    }
    (*pp)->value += v;
}
static void drop(struct table *t, const char *name) {
    struct entry **pp = locate(t, name), *e = *pp;
    if (e) {
        *pp = e->chain;
        free(e);
    }
}
static void tree_put(struct tree **at, int key) {
    while (*at)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
}
static int tree_sum(const struct tree *t) {
    return t ? t->key + tree_sum(t->left) - tree_sum(t->right) : 0;
}
int main(void) {
    struct table t = {3, calloc(4, sizeof *t.slots)};
    struct tree *root = NULL;
    char name[12];
    for (int i = 0; i < 60; i++) {
        snprintf(name, sizeof name, "n%d", i % 23);
        put(&t, name, i);
        tree_put(&root, i * 37 % 61);
        if (i % 5 == 0)
            drop(&t, name);
    }
    int sum = 0;
    for (unsigned i = 0; i <= t.mask; i++)
        for (struct entry *e = t.slots[i]; e; e = e->chain)
            sum += e->value;
    printf("%d %d\n", sum, tree_sum(root));
    return 0;
}
