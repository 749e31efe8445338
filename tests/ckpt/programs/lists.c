// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Doubly linked lists with a head on the stack of main, and pointers to pointers.
#include <stdio.h>
#include <stdlib.h>
void checkpoint(void);
struct node {
    struct node *next, **back;
    int value;
};
static void insert(struct node **at, int value) {
    struct node *n = malloc(sizeof *n);
    while (*at && (*at)->value < value)
        at = &(*at)->next;
    *n = (struct node){*at, at, value};
    if (*at)
        (*at)->back = &n->next;
    *at = n;
    checkpoint();
}
static void drop(struct node *n) {
    *n->back = n->next;
    if (n->next)
        n->next->back = n->back;
    free(n);
}
int main(void) {
    struct node *head = NULL;
    long sum = 0;
    for (int i = 0; i < 100; i++) {
        insert(&head, i * 37 % 101);
        if (i % 3 == 2)
            drop(head->next);
    }
    for (struct node *n = head; n; n = n->next)
        sum = sum * 7 + n->value + (*n->back == n);
    printf("%ld\n", sum);
}
