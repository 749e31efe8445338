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

// CHANGES ir-rename-structs: add(); erase(); insert(); main(); print()
// CHANGES ir-test-split-blocks: add(); erase(); insert(); main(); print()
// CHANGES ir-test-split-edges: add(); erase(); insert(); main(); print()
// CHANGES sroa,ir-test-rebuild-phis: add(); erase(); insert(); main(); print()
// CHANGES ir-test-clone-functions: add(); erase(); insert(); main(); print()
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: add(); erase(); insert(); main(); print()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: add(); erase(); insert(); main(); print()
// CHANGES dtrans-base-test: struct.anon base-test 4; struct.tree base-test 24; struct.trie base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 4; struct.tree base-test 24; struct.trie base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 68; struct.tree shuffle 152; struct.trie shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 68; struct.tree shuffle 160; struct.trie shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 72; struct.tree shuffle 152; struct.trie shuffle 128
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.trie reorder-fields 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.trie reorder-fields 40
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.trie aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.trie aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.trie aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 68; struct.tree shuffle 160; struct.trie shuffle 107
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon shuffle 84; struct.tree shuffle 176; struct.trie aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.trie reorder-fields+aos-to-soa -
// CHANGES dtrans-split<force>: struct.trie split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 174; struct.tree shuffle+shuffle 280; struct.trie shuffle+shuffle 132
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.trie reorder-fields+split -
// CHANGES dtrans-pool<force>: struct.tree pool 12
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 68; struct.tree shuffle+pool 76; struct.trie shuffle 107
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.tree pool 12; struct.trie reorder-fields 40
// CHANGES dtrans-pool<force;split>: struct.tree pool 12
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 68; struct.tree shuffle+pool 76; struct.trie shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.tree pool 12; struct.trie reorder-fields 40
// CHANGES hir-canonicalize,hir-identity: add(); erase(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: add(); erase(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
