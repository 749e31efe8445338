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
