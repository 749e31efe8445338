// RUN: %compare %s
/* Pointers with marks in their low bits: what they point to is not for moving about. */
// refused: struct tagged
// private: struct plain
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct tagged {
    char c;
    uintptr_t next;
    short value;
};
struct plain {
    char c;
    long sum;
    short count;
    struct plain *next;
};

static struct tagged *strip(uintptr_t p) { return (struct tagged *)(p & ~(uintptr_t)3); }

static uintptr_t push(uintptr_t list, short value) {
    struct tagged *t = malloc(sizeof *t);
    t->c = (char)('a' + value % 26);
    t->value = value;
    t->next = list;
    return (uintptr_t)t | (uintptr_t)(value % 3);
}

int main(void) {
    uintptr_t list = 0;
    struct plain *sums = NULL;
    for (short i = 0; i < 20; i++)
        list = push(list, (short)(i * 7 % 20));
    for (int mark = 0; mark < 3; mark++) {
        struct plain *p = calloc(1, sizeof *p);
        p->c = (char)('0' + mark);
        p->next = sums;
        sums = p;
        for (uintptr_t at = list; at; at = strip(at)->next)
            if ((int)(at & 3) == mark) {
                printf("%c%d ", strip(at)->c, strip(at)->value);
                p->sum += strip(at)->value;
                p->count++;
            }
        printf("\n");
    }
    int count = 0;
    while (sums) {
        struct plain *next = sums->next;
        printf("%c %ld %d\n", sums->c, sums->sum, sums->count);
        count = count * 10 + sums->count;
        free(sums);
        sums = next;
    }
    while (list) {
        struct tagged *t = strip(list);
        list = t->next;
        free(t);
    }
    return count & 127;
}
