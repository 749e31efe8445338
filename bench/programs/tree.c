/* A search tree of words: looking up reads keys and children, counts change at the end of the path,
 * and what else a node holds is read once. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES = 20000, LOOKUPS = 60000 };

struct origin {
    char file;
    int line;
    char column; /* never read */
};

struct node {
    char color;
    struct node *left;
    char depth; /* never read */
    uint32_t key;
    struct origin origin; /* cold */
    double weight;        /* cold */
    struct node *right;
    void *owner; /* always the same */
    short length;
    uint32_t count;
    long stamp; /* never read */
};

static uint32_t random_next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static struct node *node_new(uint32_t key, char depth) {
    struct node *node = calloc(1, sizeof *node);
    if (!node)
        exit(1);
    node->color = (char)(key % 2);
    node->depth = depth;
    node->key = key;
    node->origin.file = (char)(key % 20);
    node->origin.line = (int)(key % 1000);
    node->origin.column = 1;
    node->weight = key * 0.125;
    node->length = (short)(key % 40);
    node->stamp = (long)key * 7;
    return node;
}

static struct node **find(struct node **at, uint32_t key, char *depth) {
    while (*at && (*at)->key != key) {
        at = key < (*at)->key ? &(*at)->left : &(*at)->right;
        ++*depth;
    }
    return at;
}

static double visit(const struct node *node) {
    if (!node)
        return 0;
    double sum = node->weight + node->color + node->length + node->origin.line + node->origin.file;
    sum += node->count + (node->owner ? 1 : 0);
    return sum + visit(node->left) + visit(node->right);
}

static void release(struct node *node) {
    if (!node)
        return;
    release(node->left);
    release(node->right);
    free(node);
}

int main(void) {
    struct node *root = NULL;
    uint32_t state = 1;
    for (int i = 0; i < NODES; i++) {
        char depth = 0;
        uint32_t key = random_next(&state) % 1000000;
        struct node **at = find(&root, key, &depth);
        if (!*at)
            *at = node_new(key, depth);
    }
    state = 1;
    for (int i = 0; i < LOOKUPS; i++) {
        char depth = 0;
        struct node *node = *find(&root, random_next(&state) % 1000000, &depth);
        if (node)
            node->count++;
    }
    printf("%.3f\n", visit(root));
    release(root);
    return 0;
}
