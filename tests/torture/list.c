/* A doubly linked list that is cut, joined and sorted. */
#include "torture.h"

typedef struct node {
    struct node *next, *prev;
    uint32_t value;
} node;

static node head = {&head, &head, 0};

static void link_after(node *at, node *n) {
    n->next = at->next;
    n->prev = at;
    at->next->prev = n;
    at->next = n;
}

static void drop(node *n) {
    n->prev->next = n->next;
    n->next->prev = n->prev;
    free(n);
}

static node *merge(node *a, node *b) {
    node first, *last = &first;
    while (a && b) {
        node **smaller = a->value <= b->value ? &a : &b;
        last->next = *smaller;
        last = *smaller;
        *smaller = (*smaller)->next;
    }
    last->next = a ? a : b;
    return first.next;
}

static void sort(void) {
    node *bins[40] = {0}, *all = head.next;
    head.prev->next = NULL;
    while (all) {
        node *one = all;
        all = all->next;
        one->next = NULL;
        int i = 0;
        for (; bins[i]; bins[i++] = NULL)
            one = merge(bins[i], one);
        bins[i] = one;
    }
    for (int i = 0; i < 40; i++)
        all = merge(bins[i], all);
    node *before = &head;
    for (node *n = all; n; before = n, n = n->next) {
        n->prev = before;
        before->next = n;
    }
    before->next = &head;
    head.prev = before;
}

int main(int argc, char **argv) {
    long rounds = size_argument(argc, argv, 40);
    uint32_t state = 5;
    uint64_t hash = 0;
    for (long r = 0; r < rounds; r++) {
        for (int i = 0; i < 2000; i++) {
            node *n = malloc(sizeof *n);
            n->value = next_random(&state);
            link_after(i % 2 ? &head : head.prev, n);
        }
        checkpoint();
        sort();
        for (node *n = head.next, *next; n != &head; n = next) {
            next = n->next;
            hash = mix(hash, n->value);
            if (n->value % 16 == 0)
                drop(n);
        }
        checkpoint();
    }
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}
