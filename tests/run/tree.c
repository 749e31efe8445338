// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* A binary search tree with deletion, and a trie with inline child arrays. */
// private: struct tree
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct tree {
    struct tree *child[2];
    struct {
        short key;
        char tag;
    } data;
} tree;

static tree *insert(tree *t, int key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->data.key = (short)key;
        t->data.tag = (char)('a' + key % 26);
        return t;
    }
    if (key != t->data.key) {
        int side = key > t->data.key;
        t->child[side] = insert(t->child[side], key);
    }
    return t;
}

static tree *erase(tree *t, int key) {
    if (!t)
        return NULL;
    if (key != t->data.key) {
        int side = key > t->data.key;
        t->child[side] = erase(t->child[side], key);
        return t;
    }
    if (!t->child[0] || !t->child[1]) {
        tree *rest = t->child[0] ? t->child[0] : t->child[1];
        free(t);
        return rest;
    }
    tree *least = t->child[1];
    while (least->child[0])
        least = least->child[0];
    t->data = least->data;
    t->child[1] = erase(t->child[1], least->data.key);
    return t;
}

static int print(const tree *t, int depth) {
    if (!t)
        return depth;
    int left = print(t->child[0], depth + 1);
    printf("%d%c ", t->data.key, t->data.tag);
    int right = print(t->child[1], depth + 1);
    return left > right ? left : right;
}

struct trie {
    int count;
    struct trie *next[4];
};
static struct trie pool[200];
static int used = 1;

static void add(const char *word) {
    struct trie *t = pool;
    for (; *word; word++) {
        struct trie **slot = &t->next[*word & 3];
        if (!*slot)
            *slot = &pool[used++];
        t = *slot;
    }
    t->count++;
}

int main(void) {
    tree *t = NULL;
    for (int i = 0; i < 60; i++)
        t = insert(t, i * 31 % 61);
    for (int i = 0; i < 60; i += 3)
        t = erase(t, i);
    printf("depth %d\n", print(t, 0));
    const char *words[] = {"abc", "abd", "bcd", "dcba", "abc", "cab"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        add(words[i]);
    int sum = 0;
    for (int i = 0; i < used; i++)
        sum += pool[i].count * i;
    printf("%d %d\n", used, sum);
    return 0;
}
