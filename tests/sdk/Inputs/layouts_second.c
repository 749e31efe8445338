/* Structs that all may change, in other ways than those of layouts_first.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    long weight;
    int kind;
    struct item *next;
    long sum;
    int low;
};
struct pair {
    short a;
    long b;
    int c;
};

static long thrice(long x) {
    return 3 * x;
}

static struct item *make(long w) {
    struct item *p = malloc(sizeof *p);
    p->weight = w;
    p->kind = 300;
    p->low = w & 15;
    return p;
}

int main(void) {
    struct pair *pairs = malloc(50 * sizeof *pairs);
    struct item *first = make(4), *second = make(5);
    long total = 0;
    first->next = second;
    second->next = NULL;
    for (int i = 0; i < 50; i++) {
        pairs[i].a = 7;
        pairs[i].b = thrice(i);
        pairs[i].c = i & 1 ? 5 : 6;
    }
    for (int i = 0; i < 50; i++)
        total += pairs[i].b * pairs[i].c + pairs[i].a;
    for (struct item *p = first; p; p = p->next)
        p->sum = total + p->low;
    printf("%ld %d\n", first->sum, second->kind);
    free(second);
    free(first);
    free(pairs);
    return 0;
}
