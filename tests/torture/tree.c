/* A treap on the heap: insertions, removals, a walk with a stack of its own. */
#include "torture.h"

typedef struct node {
    struct node *child[2];
    uint32_t key, priority;
} node;

static node *rotate(node *n, int side) {
    node *up = n->child[!side];
    n->child[!side] = up->child[side];
    up->child[side] = n;
    return up;
}

static node *insert(node *n, uint32_t key, uint32_t priority) {
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
        n->priority = priority;
        return n;
    }
    if (key == n->key)
        return n;
    int side = key > n->key;
    n->child[side] = insert(n->child[side], key, priority);
    return n->child[side]->priority > n->priority ? rotate(n, !side) : n;
}

static node *erase(node *n, uint32_t key) {
    if (!n)
        return NULL;
    if (key != n->key) {
        int side = key > n->key;
        n->child[side] = erase(n->child[side], key);
        return n;
    }
    if (!n->child[0] || !n->child[1]) {
        node *only = n->child[!n->child[0]];
        free(n);
        return only;
    }
    int side = n->child[0]->priority > n->child[1]->priority;
    n = rotate(n, side);
    n->child[side] = erase(n->child[side], key);
    return n;
}

static uint64_t walk(const node *root) {
    const node *stack[200];
    int top = 0;
    uint64_t hash = 0;
    for (const node *n = root; n || top;) {
        for (; n; n = n->child[0])
            stack[top++] = n;
        n = stack[--top];
        hash = mix(hash, n->key);
        n = n->child[1];
    }
    return hash;
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 1200000);
    uint32_t state = 17;
    node *root = NULL;
    for (long i = 0; i < n; i++) {
        uint32_t key = next_random(&state) % 100000;
        root = i % 3 == 2 ? erase(root, key) : insert(root, key, next_random(&state));
        if (i % 500 == 0)
            checkpoint();
    }
    printf("%016llx\n", (unsigned long long)walk(root));
    return 0;
}
