// RUN: %compare %s
/* Singly linked lists: nodes from a checking malloc, reversal, merge sort, removal. */
// private: struct node
#include <stdio.h>
#include <stdlib.h>

struct node {
    char tag;
    long value;
    unsigned short hits;
    struct node *next;
    float share;
};

static void *xmalloc(size_t size) {
    void *p = malloc(size);
    if (!p) {
        fprintf(stderr, "out of memory\n");
        exit(99);
    }
    return p;
}

static struct node *push(struct node *head, long value) {
    struct node *n = xmalloc(sizeof *n);
    n->tag = (char)('a' + value % 26);
    n->value = value;
    n->hits = 0;
    n->share = (float)value / 4;
    n->next = head;
    return n;
}

static struct node *reverse(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *rest = list->next;
        list->next = done;
        list->hits++;
        done = list;
        list = rest;
    }
    return done;
}

static struct node *merge(struct node *a, struct node *b) {
    if (!a || !b)
        return a ? a : b;
    if (a->value <= b->value) {
        a->next = merge(a->next, b);
        return a;
    }
    b->next = merge(a, b->next);
    return b;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    struct node *rest = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(rest));
}

static struct node *drop_multiples(struct node *list, long of) {
    struct node *before = NULL, *n = list;
    while (n) {
        struct node *next = n->next;
        if (n->value % of == 0) {
            if (before)
                before->next = next;
            else
                list = next;
            free(n);
        } else {
            before = n;
        }
        n = next;
    }
    return list;
}

static int show(const struct node *n) {
    int count = 0;
    double shares = 0;
    for (; n; n = n->next, count++) {
        printf("%ld%c%u ", n->value, n->tag, n->hits);
        shares += n->share;
    }
    printf("(%d, %.2f)\n", count, shares);
    return count;
}

int main(void) {
    struct node *list = NULL;
    for (long i = 0; i < 30; i++)
        list = push(list, i * 17 % 31);
    show(list);
    list = reverse(list);
    show(list);
    list = sort(list);
    show(list);
    list = drop_multiples(list, 3);
    int left = show(list);
    list = drop_multiples(list, 1);
    return list ? 1 : left;
}

// CHANGES dtrans-base-test: struct.node base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.node base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.node shuffle 136
// CHANGES dtrans-shuffle<seed=2>: struct.node shuffle 136
// CHANGES dtrans-shuffle<seed=3>: struct.node shuffle 87
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.node shuffle 120
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.node reorder-fields+shuffle 105
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.node shuffle+shuffle 108
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 24
// CHANGES dtrans-pool<force>: struct.node pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.node shuffle+pool 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.node reorder-fields+pool 24
// CHANGES dtrans-pool<force;split>: struct.node pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.node shuffle+pool 115
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.node reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: drop_multiples(); main(); reverse(); show(); sort()
// CHANGES hir-canonicalize<join>,hir-identity<join>: drop_multiples(); main(); reverse(); show(); sort()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
