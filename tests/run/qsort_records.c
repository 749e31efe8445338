// RUN: %compare %s
/* qsort and bsearch over heap arrays of structs and over arrays of pointers to them. */
// private: struct record
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
    unsigned char group;
    double score;
    char name[7];
    long id;
    unsigned short rank;
};

static int by_score(const void *a, const void *b) {
    const struct record *p = a, *q = b;
    if (p->score != q->score)
        return p->score < q->score ? 1 : -1;
    return p->id < q->id ? -1 : p->id > q->id;
}
static int by_name(const void *a, const void *b) {
    return strcmp(((const struct record *)a)->name, ((const struct record *)b)->name);
}
static int by_group(const void *a, const void *b) {
    const struct record *const *p = a, *const *q = b;
    if ((*p)->group != (*q)->group)
        return (*p)->group - (*q)->group;
    return (int)((*p)->id - (*q)->id);
}
static int name_of(const void *key, const void *b) {
    return strcmp(key, ((const struct record *)b)->name);
}

static void show(const char *title, const struct record *r, int n) {
    printf("%s:", title);
    for (int i = 0; i < n; i++)
        printf(" %s/%ld/%.1f/%d/%u", r[i].name, r[i].id, r[i].score, r[i].group, r[i].rank);
    printf("\n");
}

int main(void) {
    enum { N = 24 };
    struct record *r = malloc(N * sizeof *r);
    struct record **order = malloc(N * sizeof *order);
    for (int i = 0; i < N; i++) {
        r[i].group = (unsigned char)(i * 5 % 4);
        r[i].score = i * 13 % 17 / 2.0;
        snprintf(r[i].name, sizeof r[i].name, "n%02d", i * 7 % N);
        r[i].id = i;
        r[i].rank = 0;
    }
    show("made", r, N);
    qsort(r, N, sizeof *r, by_score);
    for (int i = 0; i < N; i++)
        r[i].rank = (unsigned short)(i + 1);
    show("score", r, N);
    qsort(r + 4, N - 8, sizeof(struct record), by_name);
    show("middle", r, N);
    qsort(r, N, sizeof *r, by_name);
    show("name", r, N);
    for (int i = 0; i < N; i++)
        order[i] = &r[i];
    qsort(order, N, sizeof *order, by_group);
    for (int i = 0; i < N; i++)
        printf("%d:%ld ", order[i]->group, order[i]->id);
    printf("\n");
    struct record *hit = bsearch("n13", r, N, sizeof *r, name_of);
    struct record key = {.name = "n05"};
    struct record *other = bsearch(&key, r, N, sizeof *r, by_name);
    printf("%ld %td %ld %d\n", hit->id, hit - r, other->id,
           bsearch("zz", r, N, sizeof *r, name_of) == NULL);
    int code = (int)(other - r);
    free(order);
    free(r);
    return code;
}

// CHANGES dtrans-base-test: struct.record base-test 40
// CHANGES dtrans-base-test<ptr-as-int>: struct.record base-test 40
// CHANGES dtrans-shuffle<seed=1>: struct.record shuffle 144
// CHANGES dtrans-shuffle<seed=2>: struct.record shuffle 136
// CHANGES dtrans-shuffle<seed=3>: struct.record shuffle 96
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.record reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.record reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.record shuffle 120
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.record reorder-fields+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.record reorder-fields 32
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.record shuffle 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.record reorder-fields 32
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.record shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.record reorder-fields 32
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.record shuffle 136
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.record reorder-fields 32
// CHANGES hir-canonicalize,hir-identity: bsearch(); main(); show()
// CHANGES hir-canonicalize<join>,hir-identity<join>: bsearch(); main(); show()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
