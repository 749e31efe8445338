// RUN: %compare %s
/* Fields with one constant value, and those that only seem to have one: calloc'd and read before
 * they are set, left unset on one path, set by a copy, different in a global. */
// private: struct always, struct sometimes, struct copied, struct both
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct always {
    int version;
    char kind;
    long value;
    double scale;
    void *extra;
};
struct sometimes {
    int ready;
    short value;
    int limit;
    struct sometimes *next;
};
struct copied {
    char a;
    int seven;
    char b;
};
struct both {
    int nine;
    short n;
    long big;
};
static struct both outside = {9, 1, 8}, odd = {9, 2, 7};
static struct both zeros[2];

static struct always *make(long value) {
    struct always *a = malloc(sizeof *a);
    a->version = 3;
    a->kind = 'k';
    a->value = value;
    a->scale = 0.5;
    a->extra = NULL;
    return a;
}

static long use(const struct always *a) {
    if (a->version != 3 || a->extra)
        return -1;
    return (long)((double)a->value * a->scale) + a->kind;
}

static int poll(struct sometimes *s) {
    int was = s->ready;
    if (s->value % 3 == 0)
        s->ready = 7;
    if (s->value > 2)
        s->limit = 5;
    return was * 10 + s->ready;
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < 6; i++) {
        struct always *a = make(i * 10);
        sum += use(a);
        free(a);
    }
    printf("%ld\n", sum);

    struct sometimes *list = NULL;
    for (short i = 0; i < 8; i++) {
        struct sometimes *s = calloc(1, sizeof *s);
        s->value = i;
        s->next = list;
        list = s;
    }
    for (int round = 0; round < 2; round++)
        for (struct sometimes *s = list; s; s = s->next) {
            int limit = s->limit;
            printf("%d/%d ", poll(s), limit);
        }
    printf("\n");

    struct copied *rows = malloc(4 * sizeof *rows), first = {'x', 7, 'y'};
    for (int i = 0; i < 4; i++)
        memcpy(&rows[i], &first, sizeof first);
    rows = realloc(rows, 6 * sizeof *rows);
    rows[4] = rows[0];
    rows[5] = (struct copied){'z', 7, 'w'};
    rows[2].b++;
    for (int i = 0; i < 6; i++)
        printf("%c%d%c ", rows[i].a, rows[i].seven, rows[i].b);
    printf("\n");

    struct both *b = malloc(sizeof *b);
    b->nine = 9;
    b->n = 3;
    b->big = 8;
    const struct both *all[] = {&outside, &odd, b, &zeros[1]};
    for (int i = 0; i < 4; i++)
        printf("%d %d %ld\n", all[i]->nine, all[i]->n, all[i]->big);
    while (list) {
        struct sometimes *next = list->next;
        sum += list->limit;
        free(list);
        list = next;
    }
    free(rows);
    free(b);
    return (int)(sum % 100);
}
