// RUN: %compare %s
/* Structs through ...: pointers to heap nodes, and one that goes by value and must stay as it is. */
// private: struct node
// refused: struct pair
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    char tag;
    double weight;
    short rank;
    struct node *next;
};
struct pair {
    char c;
    long l;
};

static struct node *make(char tag, double weight) {
    struct node *n = malloc(sizeof *n);
    n->tag = tag;
    n->weight = weight;
    n->rank = 0;
    n->next = NULL;
    return n;
}

static struct node *chain(int count, ...) {
    va_list list;
    struct node *head = NULL, *tail = NULL;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        struct node *n = va_arg(list, struct node *);
        n->rank = (short)(i + 1);
        if (tail)
            tail->next = n;
        else
            head = n;
        tail = n;
    }
    va_end(list);
    return head;
}

static long pairs(int count, ...) {
    va_list list;
    long sum = 0;
    va_start(list, count);
    while (count--) {
        struct pair p = va_arg(list, struct pair);
        sum = sum * 10 + p.l + p.c;
    }
    va_end(list);
    return sum;
}

static int report(const char *format, ...) {
    va_list list;
    va_start(list, format);
    int n = vprintf(format, list);
    va_end(list);
    return n;
}

int main(void) {
    struct node *head = chain(4, make('a', 1.5), make('b', 2.25), make('c', -1), make('d', 8));
    double sum = 0;
    int written = 0;
    for (struct node *n = head, *next; n; n = next) {
        next = n->next;
        written += report("%c %d %g\n", n->tag, n->rank, n->weight);
        sum += n->weight * n->rank;
        free(n);
    }
    struct pair p = {1, 2}, q = {3, 4};
    written += report("%g %ld\n", sum, pairs(3, p, q, p));
    return written;
}

// CHANGES dtrans-base-test: struct.node base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.node base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.node shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.node shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.node shuffle 83
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.node shuffle 104
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.node reorder-fields+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 24
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.node shuffle+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 24
// CHANGES dtrans-pool<force>: struct.node pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.node shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.node reorder-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.node pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.node shuffle+pool 101
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.node reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: chain(); main(); pairs()
// CHANGES hir-canonicalize<join>,hir-identity<join>: chain(); main(); pairs()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
