/* A tree whose parent pointers carry a colour in their low bit; pointers kept as integers. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct node {
    uintptr_t parent_color;
    struct node *left, *right;
};
struct entry {
    int key;
    struct node node;
    intptr_t self;
    long payload;
};
#define ENTRY(n) ((struct entry *)((char *)(n) - __builtin_offsetof(struct entry, node)))
static struct node *parent(const struct node *n) {
    return (struct node *)(n->parent_color & ~(uintptr_t)1);
}
static void set_parent(struct node *n, struct node *p) {
    n->parent_color = (uintptr_t)p | (n->parent_color & 1);
}
static void insert(struct node **root, struct entry *e) {
    struct node **at = root, *up = NULL;
    while (*at) {
        up = *at;
        at = e->key < ENTRY(up)->key ? &up->left : &up->right;
    }
    set_parent(&e->node, up);
    *at = &e->node;
    e->node.parent_color |= (unsigned)e->key & 1;
}
static struct node *first(struct node *n) {
    while (n && n->left)
        n = n->left;
    return n;
}
static struct node *next(struct node *n) {
    if (n->right)
        return first(n->right);
    struct node *p = parent(n);
    while (p && p->right == n) {
        n = p;
        p = parent(n);
    }
    return p;
}
int main(void) {
    struct node *root = NULL;
    intptr_t saved[4];
    for (int i = 0; i < 31; i++) {
        struct entry *e = calloc(1, sizeof *e);
        e->key = i * 17 % 31;
        e->self = (intptr_t)e;
        e->payload = i;
        insert(&root, e);
        if (i < 4)
            saved[i] = e->self;
    }
    long sum = 0;
    for (struct node *n = first(root); n; n = next(n)) {
        struct entry *e = ENTRY(n), *again = (struct entry *)e->self;
        again->payload += e->key * (long)(1 + (n->parent_color & 1));
        sum = sum * 3 % 10007 + e->payload;
    }
    for (int i = 0; i < 4; i++)
        sum += ((struct entry *)saved[i])->payload;
    printf("%ld\n", sum);
    return 0;
}
