#include "node.h"
#include <stdlib.h>
struct node *push(struct node *list, long v) {
    struct node *n = malloc(sizeof *n);
    n->tag = (char)v;
    n->value = v * 3;
    n->flag = (char)(v & 1);
    n->unused = 3;
    n->next = list;
    n->small = (short)(v + 7);
    return n;
}
long sum(const struct node *list) {
    long s = 0;
    for (; list; list = list->next)
        s = s * 3 + list->value + list->tag * 5 + list->small + list->flag * 2;
    return s;
}
