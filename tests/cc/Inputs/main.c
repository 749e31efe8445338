#include "node.h"
#include <stdio.h>
int main(void) {
    struct node *l = 0;
    for (long i = 0; i < 12; i++)
        l = push(l, i);
    printf("sum %ld\n", sum(l));
    return 0;
}
