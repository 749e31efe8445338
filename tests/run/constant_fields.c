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

// CHANGES dtrans-base-test: struct.always base-test 32; struct.both base-test 16; struct.copied base-test 12; struct.sometimes base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.always base-test 32; struct.both base-test 16; struct.copied base-test 12; struct.sometimes base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.always shuffle 160; struct.both shuffle 108; struct.copied shuffle 72; struct.sometimes shuffle 112
// CHANGES dtrans-shuffle<seed=2>: struct.always shuffle 145; struct.both shuffle 88; struct.copied shuffle 100; struct.sometimes shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.always shuffle 111; struct.both shuffle 88; struct.copied shuffle 76; struct.sometimes shuffle 96
// CHANGES dtrans-delete-fields: struct.always delete-fields 8
// CHANGES dtrans-reorder-fields: struct.copied reorder-fields 8; struct.sometimes reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.always delete-fields 8; struct.copied reorder-fields 8; struct.sometimes reorder-fields 24
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.copied aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.copied aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.always shuffle 152; struct.both shuffle 88; struct.copied shuffle 75; struct.sometimes shuffle 123
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.always delete-fields+shuffle 72; struct.both shuffle 96; struct.copied aos-to-soa+shuffle; struct.sometimes reorder-fields+shuffle 152
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.always delete-fields 8; struct.copied reorder-fields+aos-to-soa; struct.sometimes reorder-fields 24
// CHANGES dtrans-split<force>: struct.copied split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.always shuffle+shuffle 120; struct.both shuffle+shuffle 121; struct.copied shuffle+split+shuffle; struct.sometimes shuffle+shuffle 102
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.always delete-fields 8; struct.copied reorder-fields+split; struct.sometimes reorder-fields 24
// CHANGES dtrans-pool<force>: struct.always pool 32; struct.both pool 16; struct.sometimes pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.always shuffle+pool 152; struct.both shuffle+pool 88; struct.copied shuffle 75; struct.sometimes shuffle+pool 119
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.always delete-fields+pool 8; struct.both pool 16; struct.copied reorder-fields 8; struct.sometimes reorder-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.always pool 32; struct.both pool 16; struct.sometimes pool 16
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.always shuffle+pool 117; struct.both shuffle+pool 88; struct.copied shuffle 80; struct.sometimes shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.always delete-fields+pool 8; struct.both pool 16; struct.copied reorder-fields 8; struct.sometimes reorder-fields+pool 16
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() hoisting-of-the-guard
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() hoisting-of-the-guard
// CHANGES hir-optimize: nothing
