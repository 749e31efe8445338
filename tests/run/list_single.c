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
