// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// A search tree on the heap, built and walked by recursion, freed and built again.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
struct node {
    struct node *left, *right;
    long key;
};
static struct node *put(struct node *t, long key) {
    if (!t) {
        t = calloc(1, sizeof *t);
        t->key = key;
        checkpoint();
    } else if (key < t->key)
        t->left = put(t->left, key);
    else
        t->right = put(t->right, key);
    return t;
}
static long walk(struct node *t, int depth) {
    if (!t)
        return depth;
    long l = walk(t->left, depth + 1);
    if (depth % 4 == 0)
        checkpoint();
    return l * 3 + t->key + walk(t->right, depth + 1);
}
static void drop(struct node *t) {
    if (t) {
        drop(t->left);
        drop(t->right);
        free(t);
    }
}
int main(void) {
    unsigned long x = 1;
    long sum = 0;
    for (int round = 0; round < 3; round++) {
        struct node *t = NULL;
        for (int i = 0; i < 40; i++) {
            x = x * 6364136223846793005ul + 1442695040888963407ul;
            t = put(t, (long)(x >> 48));
        }
        sum += walk(t, 0);
        drop(t);
    }
    printf("%ld\n", sum);
}
