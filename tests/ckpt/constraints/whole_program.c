// RUN: %torture --kills=10 --levels=0 --inputs=O0,O1,O2,O3,Os %s
// REQUIRES: ckpt-runtime

// SubroutineInjection 1: no function has a ckpt_mem parameter; the state is all of the program's:
// locals, globals, static locals, the heap, and pointers between them.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);

typedef struct node {
    struct node *left, *right, **owner;
    int key, *shared;
} node;

static node *root, *newest;
static int total;

static int next(void) {
    static unsigned state = 5;
    state = state * 1664525U + 1013904223U;
    return (int)(state >> 20);
}

static void insert(int key, int *shared) {
    node **at = &root;
    while (*at)
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = newest = calloc(1, sizeof **at);
    (*at)->key = key;
    (*at)->owner = at;
    (*at)->shared = shared;
    checkpoint();
    total += ++*(*at)->shared;
}

static long walk(const node *n, int depth) {
    if (!n)
        return 0;
    return n->key * (long)depth + (*n->owner == n) + *n->shared + walk(n->left, depth + 1) +
           walk(n->right, depth + 1);
}

int main(void) {
    int counts[4] = {0};
    for (int i = 0; i < 50; i++)
        insert(next(), &counts[i % 4]);
    printf("%ld %d %d\n", walk(root, 1), total, newest->key);
    return 0;
}
