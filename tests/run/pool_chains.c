// RUN: %compare %s
/* Chains that are walked by pointers to pointers, from rows of heads on the heap, in a global
 * variable and in a local one, all with one function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    struct word *chain;
    unsigned hash;
    char text[6];
    struct word *newer, **owner;
};
struct index {
    struct word **rows;
    unsigned size, used;
    struct word *newest;
};

static struct word *lost[3];

static struct word **find(struct word **at, unsigned hash, const char *text) {
    while (*at && ((*at)->hash != hash || strcmp((*at)->text, text) != 0))
        at = &(*at)->chain;
    return at;
}
static void hang(struct word **at, struct word *w) {
    w->chain = *at;
    w->owner = at;
    *at = w;
}
static unsigned hash_of(const char *text) {
    unsigned h = 7;
    while (*text)
        h = h * 31 + (unsigned char)*text++;
    return h;
}
static void grow(struct index *x) {
    unsigned size = x->size * 2;
    struct word **rows = malloc(size * sizeof *rows);
    for (unsigned i = 0; i < size; i++)
        rows[i] = NULL;
    for (unsigned i = 0; i < x->size; i++)
        for (struct word *w = x->rows[i], *next; w; w = next) {
            next = w->chain;
            hang(&rows[w->hash % size], w);
        }
    free(x->rows);
    x->rows = rows;
    x->size = size;
}
static void add(struct index *x, const char *text) {
    unsigned hash = hash_of(text);
    struct word **at = find(&x->rows[hash % x->size], hash, text);
    if (*at) {
        struct word *gone = *at;
        *at = gone->chain;
        hang(&lost[hash % 3], gone);
        x->used--;
        return;
    }
    struct word *w = calloc(1, sizeof *w);
    w->hash = hash;
    strcpy(w->text, text);
    w->newer = x->newest;
    x->newest = w;
    hang(&x->rows[hash % x->size], w);
    if (++x->used > x->size)
        grow(x);
}

int main(void) {
    struct index x = {calloc(2, sizeof *x.rows), 2, 0, NULL};
    struct word *odd = NULL;
    unsigned sum = 0;
    for (unsigned i = 0; i < 200; i++) {
        char text[6];
        snprintf(text, sizeof text, "%u", i * i * 7 % 331);
        add(&x, text);
    }
    for (unsigned i = 0; i < x.size; i++)
        for (struct word **at = &x.rows[i]; *at;)
            if ((*at)->hash % 2) {
                struct word *w = *at;
                *at = w->chain;
                hang(&odd, w);
            } else {
                sum = sum * 5 + (*at)->hash;
                at = &(*at)->chain;
            }
    printf("%u %u %u\n", x.size, x.used, sum);
    for (struct word *w = odd; w; w = w->chain)
        sum = sum * 3 + w->hash;
    for (int i = 0; i < 3; i++)
        for (struct word *w = lost[i]; w; w = w->chain)
            sum = sum * 7 + w->hash + (w->owner == &lost[i]);
    printf("%u %s\n", sum, x.newest->newer->text);
    for (struct word *w = x.newest, *next; w; w = next) {
        next = w->newer;
        free(w);
    }
    free(x.rows);
    return 0;
}

// CHANGES dtrans-base-test: struct.index base-test 24; struct.word base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.index base-test 24; struct.word base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.index shuffle 117; struct.word shuffle 120
// CHANGES dtrans-shuffle<seed=2>: struct.index shuffle 120; struct.word shuffle 128
// CHANGES dtrans-shuffle<seed=3>: struct.index shuffle 88; struct.word shuffle 112
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.word reorder-fields 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.word reorder-fields 40
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.index aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.index aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.index shuffle+aos-to-soa; struct.word shuffle 112
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.index aos-to-soa+shuffle; struct.word reorder-fields+shuffle 144
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.index aos-to-soa; struct.word reorder-fields 40
// CHANGES dtrans-split<force>: struct.index split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.index shuffle+split+shuffle; struct.word shuffle+shuffle 152
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.index split; struct.word reorder-fields 40
// CHANGES dtrans-pool<force>: struct.index pool 24; struct.word pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.index shuffle+pool 24; struct.word shuffle+pool 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.index pool 24; struct.word reorder-fields+pool 32
// CHANGES dtrans-pool<force;split>: struct.index pool 24; struct.word pool 32
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.index shuffle+pool 106; struct.word shuffle+pool 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.index pool 24; struct.word reorder-fields+pool 32
// CHANGES hir-canonicalize,hir-identity: find(); grow(); hash_of(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: find(); grow(); hash_of(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
