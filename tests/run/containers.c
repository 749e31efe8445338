// RUN: %compare %s
/* Opaque containers: a vector and a list of void *, and a map, each used for one type only. */
// private: struct vector, struct cell, struct song, struct artist
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct vector {
    unsigned short length, capacity;
    void **at;
    char frozen;
};
struct cell {
    void *item;
    char mark;
    struct cell *next;
};
struct song {
    short minutes;
    char title[9];
    double rating;
    unsigned char plays;
};
struct artist {
    char initial;
    struct vector songs;
    int fans;
};

static void vector_add(struct vector *v, void *item) {
    if (v->length == v->capacity) {
        v->capacity = (unsigned short)(v->capacity * 2 + 1);
        v->at = realloc(v->at, v->capacity * sizeof *v->at);
    }
    v->at[v->length++] = item;
}
static void vector_sort(struct vector *v, int (*less)(const void *, const void *)) {
    for (int i = 1; i < v->length; i++)
        for (int j = i; j && less(v->at[j], v->at[j - 1]); j--) {
            void *t = v->at[j];
            v->at[j] = v->at[j - 1];
            v->at[j - 1] = t;
        }
    v->frozen = 1;
}
static struct cell *cons(void *item, struct cell *next) {
    struct cell *c = malloc(sizeof *c);
    c->item = item;
    c->mark = next ? (char)(next->mark + 1) : 'a';
    c->next = next;
    return c;
}
static void each(const struct cell *c, void (*fn)(void *item, int n), int n) {
    for (; c; c = c->next)
        fn(c->item, n + c->mark);
}

static int better(const void *a, const void *b) {
    return ((const struct song *)a)->rating > ((const struct song *)b)->rating;
}

static struct song *new_song(int n) {
    struct song *s = malloc(sizeof *s);
    s->minutes = (short)(n % 6 + 1);
    snprintf(s->title, sizeof s->title, "song%d", n);
    s->rating = n * 37 % 50 / 10.0;
    s->plays = 0;
    return s;
}

static void perform(void *item, int n) {
    struct artist *a = item;
    for (int i = 0; i < a->songs.length; i++) {
        struct song *s = a->songs.at[i];
        if ((i + n) % 3 == 0) {
            s->plays++;
            a->fans += s->minutes;
        }
    }
}

int main(void) {
    struct cell *all = NULL;
    for (int i = 0; i < 4; i++) {
        struct artist *a = calloc(1, sizeof *a);
        a->initial = (char)('A' + i);
        for (int k = 0; k < 3 + i; k++)
            vector_add(&a->songs, new_song(i * 10 + k));
        vector_sort(&a->songs, better);
        all = cons(a, all);
    }
    for (int n = 0; n < 5; n++)
        each(all, perform, n);
    int fans = 0;
    while (all) {
        struct cell *next = all->next;
        struct artist *a = all->item;
        printf("%c%c %d %d:", all->mark, a->initial, a->fans, a->songs.frozen);
        for (int i = 0; i < a->songs.length; i++) {
            struct song *s = a->songs.at[i];
            printf(" %s/%.1f/%d/%u", s->title, s->rating, s->minutes, s->plays);
            free(s);
        }
        printf("\n");
        fans += a->fans;
        free(a->songs.at);
        free(a);
        free(all);
        all = next;
    }
    return fans;
}

// CHANGES dtrans-base-test: struct.artist base-test 40; struct.cell base-test 24; struct.song base-test 32; struct.vector base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.artist base-test 40; struct.cell base-test 24; struct.song base-test 32; struct.vector base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.artist shuffle 200; struct.cell shuffle 95; struct.song shuffle 112; struct.vector shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.artist shuffle 184; struct.cell shuffle 112; struct.song shuffle 120; struct.vector shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.artist shuffle 176; struct.cell shuffle 96; struct.song shuffle 112; struct.vector shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.artist reorder-fields 24; struct.song reorder-fields 24; struct.vector reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.artist reorder-fields 24; struct.song reorder-fields 24; struct.vector reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.artist shuffle 160; struct.cell shuffle 88; struct.song shuffle 128; struct.vector shuffle 88
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.artist reorder-fields+shuffle 200; struct.cell shuffle 92; struct.song reorder-fields+shuffle 160; struct.vector reorder-fields+shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.artist reorder-fields 24; struct.song reorder-fields 24; struct.vector reorder-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.artist shuffle+shuffle 248; struct.cell shuffle+shuffle 88; struct.song shuffle+shuffle 96; struct.vector shuffle+shuffle 128
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.artist reorder-fields 24; struct.song reorder-fields 24; struct.vector reorder-fields 16
// CHANGES dtrans-pool<force>: struct.artist pool 40; struct.cell pool 12; struct.song pool 32
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.artist shuffle+pool 160; struct.cell shuffle+pool 12; struct.song shuffle+pool 128; struct.vector shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.artist reorder-fields+pool 24; struct.cell pool 12; struct.song reorder-fields+pool 24; struct.vector reorder-fields 16
// CHANGES dtrans-pool<force;split>: struct.artist pool 32; struct.cell pool 12; struct.song pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.artist shuffle+pool 104; struct.cell shuffle+pool 12; struct.song shuffle+pool 24; struct.vector shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.artist reorder-fields+pool 24; struct.cell pool 12; struct.song reorder-fields+pool 24; struct.vector reorder-fields 16
// CHANGES hir-canonicalize,hir-identity: each(); main(); perform(); vector_sort()
// CHANGES hir-canonicalize<join>,hir-identity<join>: each(); main(); perform(); vector_sort()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
