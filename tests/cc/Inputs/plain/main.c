#include "list.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    struct item *head = NULL;
    for (long i = 0; i < 10; i++)
        head = push(head, i * i);
    printf("%ld\n", sum(head));
    return 0;
}
