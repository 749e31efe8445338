/* One struct that may change, one that leaves the program, one that nobody uses. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

struct sale {
    char kind;
    long amount;
    bool paid;
    struct sale *next;
    bool shipped;
    int tax;
    int unread;
};

struct shared {
    char tag;
    long value;
    char end;
};

void outside(struct shared *s);

static struct sale *add(struct sale *list, long amount) {
    struct sale *s = malloc(100 * sizeof *s);
    s->kind = 'a';
    s->amount = amount;
    s->paid = amount > 3;
    s->shipped = amount > 4;
    s->next = list;
    s->tax = 7;
    s->unread = 1;
    return s;
}

int main(void) {
    struct sale *list = NULL;
    struct shared *shared = malloc(sizeof *shared);
    long sum = 0;
    for (int i = 0; i < 10; i++)
        list = add(list, i);
    for (struct sale *s = list; s; s = s->next)
        if (s->paid || s->shipped)
            sum += s->amount * s->tax + s->kind;
    shared->value = sum;
    outside(shared);
    printf("%ld %c %c\n", sum, shared->tag, shared->end);
    return 0;
}
