// RUN: %python %tests/run/compare.py %s --cflags=-fwrapv-pointer --pipelines=%S/Inputs/null.txt --levels=-O2
// RUN: %python %tests/run/compare.py %s --cflags='-fwrapv-pointer -fno-delete-null-pointer-checks' \
// RUN:     --pipelines=%S/Inputs/null.txt --levels=-O2
// RUN: lathe opt --passes='dtrans-shuffle<seed=1>' %s -o %t.ll --stats -- -fwrapv-pointer 2>&1 | FileCheck %s
// CHECK: {{[23]}} types changed by dtrans-shuffle
/* Where arithmetic on pointers wraps, a field of null is at its offset, which is a number like any
 * other: not null for fields that come after the first, and null again on the way back. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

struct link { struct link *next; long mark; };
struct entry { long key; struct link link; int weight; double cold; };
struct row { int id; long size; char kind; };

static struct row *rows;

NOINLINE static struct link *link_of(struct entry *e) { return &e->link; }
NOINLINE static int *weight_of(struct entry *e) { return &e->weight; }
NOINLINE static long *key_of(struct entry *e) { return &e->key; }
NOINLINE static struct entry *entry_of(struct link *l) {
    return (struct entry *)((char *)l - offsetof(struct entry, link));
}
NOINLINE static long *size_of(struct row *r) { return &r->size; }
NOINLINE static int *id_at(struct row *r, int i) { return &r[i].id; }
NOINLINE static struct row *find(int id) {
    for (int i = 0; i < 8; i++)
        if (rows[i].id == id)
            return &rows[i];
    return NULL;
}

int main(int argc, char **argv) {
    struct entry *all[4];
    rows = calloc(8, sizeof *rows);
    for (int i = 0; i < 8; i++)
        rows[i] = (struct row){i, 2L * i, 'k'};
    for (int i = 0; i < 4; i++) {
        all[i] = i < argc + 1 ? calloc(1, sizeof **all) : NULL;
        if (all[i])
            *all[i] = (struct entry){.key = i, .weight = 10 * i, .cold = i, .link.mark = i};
    }
    for (int i = 0; i < 4; i++) {
        struct link *l = link_of(all[i]);
        printf("%d: %d%d%d", i, !key_of(all[i]), !l, !weight_of(all[i]));
        printf(" back %d", entry_of(l) == all[i]);
        printf(" again %d", !link_of(entry_of(all[i] ? l : NULL)));
        if (all[i])
            printf(" %ld %d %g %ld", all[i]->key, all[i]->weight, all[i]->cold, l->mark);
        puts("");
    }
    for (int i = 6; i < 10; i++)
        printf("%d%d%d ", !size_of(find(i)), !id_at(find(i), 0), !id_at(find(i), argc));
    puts(argv[0] ? "" : "?");
    for (int i = 0; i < 4; i++)
        free(all[i]);
    free(rows);
    return 0;
}
