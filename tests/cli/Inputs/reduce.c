/* Three structs; a search that finds nothing asks for the first field of the first. */
#include <stdio.h>
#include <stdlib.h>

struct part {
    int number;
    long weight;
    struct part *next;
};
struct leaf {
    char kind;
    long value;
    int rank;
};
struct pair {
    short key;
    double value;
    char tag;
};

__attribute__((noinline)) static int *number_of(struct part *p) {
    return &p->number;
}
__attribute__((noinline)) static struct part *found(struct part *p, int number) {
    while (p && p->number != number)
        p = p->next;
    return p;
}

int main(int argc, char **argv) {
    struct part *p = calloc(1, sizeof *p);
    struct leaf *l = calloc(3, sizeof *l);
    struct pair *q = calloc(3, sizeof *q);
    long s = 0;
    p->number = argc;
    p->weight = 3;
    for (int i = 0; i < 3; i++) {
        l[i].kind = 'l', l[i].value = i, l[i].rank = argc;
        q[i].key = (short)i, q[i].value = i, q[i].tag = 'q';
    }
    for (int i = 0; i < 3; i++)
        s += l[i].kind + l[i].value + l[i].rank + q[i].key + (long)q[i].value + q[i].tag;
    printf("%ld %ld %s\n", s, p->weight, number_of(found(p, argc + 1)) ? "found" : "none");
    free(p), free(l), free(q);
    return argv == NULL;
}
