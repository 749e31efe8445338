#include "nodes.h"

#include <stdio.h>

int main(int argc, char **argv) {
    (void)argv;
    struct node *list = 0;
    long sum = 0;
    for (int i = 0; i < 10 * argc; i++)
        list = push(list, i);
    for (struct node *n = list; n; n = n->next)
        sum += n->a + n->b + n->c + n->k;
    printf("sum %ld\n", sum);
    return 0;
}
