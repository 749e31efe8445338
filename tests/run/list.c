// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* Linked lists: embedded heads, pointer-to-pointer unlinking, merge sort. */
// private: struct item, struct link
#include <stdio.h>
#include <stdlib.h>

struct link {
    struct link *next, *prev;
};
struct item {
    int key;
    struct link link;
    double weight;
};
struct queue {
    struct link head;
    unsigned length;
};

#define item_of(l) ((struct item *)((char *)(l) - __builtin_offsetof(struct item, link)))

static void push(struct queue *q, int key) {
    struct item *it = malloc(sizeof *it);
    it->key = key;
    it->weight = key * 0.5;
    it->link.next = &q->head;
    it->link.prev = q->head.prev;
    q->head.prev->next = &it->link;
    q->head.prev = &it->link;
    q->length++;
}

struct node {
    struct node *next;
    int value;
};

static struct node *merge(struct node *a, struct node *b) {
    struct node *head = NULL, **tail = &head;
    while (a && b) {
        struct node **least = a->value <= b->value ? &a : &b;
        *tail = *least;
        tail = &(*tail)->next;
        *least = (*least)->next;
    }
    *tail = a ? a : b;
    return head;
}

static struct node *sort(struct node *list) {
    if (!list || !list->next)
        return list;
    struct node *slow = list, *fast = list->next;
    while (fast && fast->next)
        slow = slow->next, fast = fast->next->next;
    struct node *rest = slow->next;
    slow->next = NULL;
    return merge(sort(list), sort(rest));
}

int main(void) {
    struct queue q = {{&q.head, &q.head}, 0};
    for (int i = 0; i < 20; i++)
        push(&q, i * 7 % 20);
    double sum = 0;
    for (struct link *l = q.head.next; l != &q.head; l = l->next)
        sum += item_of(l)->weight * item_of(l)->key;
    printf("%u %g\n", q.length, sum);
    struct node nodes[50], *list = NULL;
    for (int i = 0; i < 50; i++) {
        nodes[i] = (struct node){list, i * 37 % 50};
        list = &nodes[i];
    }
    for (struct node *n = sort(list); n; n = n->next)
        printf("%d%c", n->value, n->next ? ' ' : '\n');
    return (int)q.length;
}

// CHANGES ir-rename-structs: main(); merge(); push(); sort()
// CHANGES ir-test-split-blocks: main(); merge(); push(); sort()
// CHANGES ir-test-split-edges: main(); merge(); sort()
// CHANGES sroa,ir-test-rebuild-phis: main(); merge(); sort()
// CHANGES ir-test-clone-functions: main(); merge(); push(); sort()
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: main(); merge(); push(); sort()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: main(); merge(); push(); sort()
// CHANGES dtrans-base-test: struct.item base-test 32; struct.link base-test 16; struct.node base-test 16; struct.queue base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.item base-test 32; struct.link base-test 16; struct.node base-test 16; struct.queue base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.item shuffle 200; struct.link shuffle 104; struct.node shuffle 104; struct.queue shuffle 184
// CHANGES dtrans-shuffle<seed=2>: struct.item shuffle 208; struct.link shuffle 96; struct.node shuffle 96; struct.queue shuffle 184
// CHANGES dtrans-shuffle<seed=3>: struct.item shuffle 168; struct.link shuffle 80; struct.node shuffle 76; struct.queue shuffle 176
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.item reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.item reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.node aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.node aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.item shuffle 160; struct.link shuffle 80; struct.node shuffle+aos-to-soa; struct.queue shuffle 160
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.item reorder-fields 32; struct.node aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.item reorder-fields 32; struct.node aos-to-soa
// CHANGES dtrans-split<force>: struct.node split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.item shuffle 168; struct.link shuffle 80; struct.node shuffle+shuffle 76; struct.queue shuffle+shuffle 192
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.item reorder-fields 32; struct.node split
// CHANGES dtrans-pool<force>: struct.item pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.item shuffle 160; struct.link shuffle 80; struct.node shuffle 80; struct.queue shuffle 160
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.item reorder-fields 32
// CHANGES dtrans-pool<force;split>: struct.item pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.item shuffle+pool 208; struct.link shuffle 104; struct.node shuffle 86; struct.queue shuffle 176
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.item reorder-fields 32
// CHANGES hir-canonicalize,hir-identity: main(); merge(); sort()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); merge(); sort()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
