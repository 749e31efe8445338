#include "nodes.h"

#include <stdlib.h>

struct node *push(struct node *list, int i) {
    struct node *n = malloc(sizeof *n);
    n->a = (char)i;
    n->dead = i;
    n->b = 2 * i;
    n->c = (char)(i + 1);
    n->k = i;
    n->next = list;
    return n;
}
