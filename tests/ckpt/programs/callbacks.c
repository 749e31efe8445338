// RUN: %torture --kills=6 --damage=1 --levels=0,2 %s
// REQUIRES: ckpt-runtime

// Calls through pointers: kept in the heap, in locals, passed on, and recursive through each other.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);

typedef struct node node;
struct node {
    long (*call)(node *n, long x);
    node *next;
    long value;
};

static long first(node *n, long x) {
    checkpoint();
    return n->next ? n->next->call(n->next, x + n->value) : x;
}

static long second(node *n, long x) {
    long y = n->next ? n->next->call(n->next, x ^ n->value) : x;
    if (x & 1)
        checkpoint();
    return y - n->value;
}

static long third(node *n, long x) {
    return x * 5 + n->value;
}

typedef long step(int n, void *self);

static long apply(int n, step *f, void *self) {
    return n < 2 ? n : f(n, self);
}

static long again(int n, void *self) {
    step *f = *(step **)self;
    if (n < 2) {
        checkpoint();
        return n;
    }
    return f(n - 1, self) + f(n - 2, self) + (n == 5 ? apply(3, f, self) : 0);
}

int main(void) {
    long (*calls[])(node *, long) = {first, second, third};
    node *head = NULL;
    long h = 0;
    step *f = again;
    for (int i = 0; i < 20; i++) {
        node *n = malloc(sizeof *n);
        *n = (node){calls[i % 7 % 3], head, i};
        head = n;
        h = h * 3 + head->call(head, i);
        h += calls[(i + 1) % 3](head, h & 1023);
    }
    printf("%ld %ld\n", h, apply(8, f, &f));
    return 0;
}
