/* The program in one file, with nothing but main to be seen from outside. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    char a;
    long dead;
    long b;
    char c;
    int k;
    struct node *next;
};

static struct node *push(struct node *list, int i) {
    struct node *n = malloc(sizeof *n);
    n->a = (char)i;
    n->dead = i;
    n->b = 2 * i;
    n->c = (char)(i + 1);
    n->k = i;
    n->next = list;
    return n;
}

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
