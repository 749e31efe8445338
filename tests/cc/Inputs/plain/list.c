#include "list.h"
#include <stdlib.h>

struct item *push(struct item *head, long value) {
    struct item *i = malloc(sizeof *i);
    if (!i)
        abort();
    i->mark = 'm';
    i->value = value;
    i->unused = 0;
    i->next = head;
    return i;
}

long sum(const struct item *head) {
    long total = 0;
    for (; head; head = head->next)
        total += head->mark == 'm' ? head->value : 0;
    return total;
}
