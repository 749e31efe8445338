/* Fields whose values all fit into a byte, stored through copies, parameters, masks, in zeroed and
 * grown memory, in an object inside another; and some that stay. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item {
    int kind;
    long weight;
    int flags;
    int score;
    struct item *next;
};
struct box {
    struct item first;
    int fill;
};
static struct item *make(int k, long w) {
    struct item *p = malloc(sizeof *p);
    p->kind = k % 7;
    p->weight = w;
    p->flags = k & 255;
    p->score = (signed char)(w * 3);
    p->next = NULL;
    if (p->kind < 0)
        p->kind = 0;
    return p;
}
static void set(struct item *p, const struct item *from) {
    p->flags = from->flags;
    p->score = from->score;
}
int main(void) {
    struct item *head = NULL;
    long sum = 0;
    struct box b;
    memset(&b, 0, sizeof b);
    for (int i = 0; i < 100; i++) {
        struct item *p = make(i, 100 - i);
        if (head) {
            set(p, i % 3 ? head : p);
        }
        p->next = head;
        head = p;
    }
    for (struct item *p = head; p; p = p->next) {
        sum = sum * 31 + p->kind + p->flags * 5 + p->score * 7 + p->weight;
        b.first = *p;
        b.fill = p->score;
        sum += b.first.flags - b.first.score;
    }
    struct item *many = calloc(10, sizeof *many);
    for (int i = 0; i < 10; i++) {
        many[i].kind = i & 1;
        many[i].weight = i;
        if (i & 1)
            set(&many[i], head);
    }
    for (int i = 0; i < 10; i++)
        sum = sum * 3 + many[i].kind + many[i].flags + many[i].score;
    many = realloc(many, 20 * sizeof *many);
    for (int i = 0; i < 10; i++)
        sum = sum * 3 + many[i].kind + many[i].flags + many[i].score;
    printf("%ld %d\n", sum, b.fill);
    return 0;
}
