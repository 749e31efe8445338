// RUN: lathe opt --passes='dtrans-analysis<type=struct.text>' %s | FileCheck %s --check-prefix=TEXT
// RUN: lathe opt --passes='dtrans-analysis<type=struct.list>' %s | FileCheck %s --check-prefix=LIST
// RUN: lathe opt --passes='dtrans-analysis<type=struct.bag>' %s | FileCheck %s --check-prefix=BAG
// RUN: lathe opt --passes='dtrans-analysis<type=struct.thing>' %s | FileCheck %s --check-prefix=THING
// RUN: lathe opt --passes='dtrans-analysis<type=struct.short_copy>' %s | FileCheck %s --check-prefix=SHORT
// RUN: lathe opt --passes=dtrans-reorder-fields %s -o - | FileCheck %s --check-prefix=NEW
// RUN: %python %tests/run/compare.py %s --passes='dtrans-shuffle<seed=1>' \
// RUN:   --passes='dtrans-shuffle<seed=2>' --passes='dtrans-shuffle<seed=3>' \
// RUN:   --passes='dtrans-shuffle<seed=4>' --passes='dtrans-shuffle<seed=5>' \
// RUN:   --passes='default<O2>,dtrans-shuffle<seed=6>' --passes='default<O2>,dtrans-shuffle<seed=7>' \
// RUN:   --passes=dtrans-reorder-fields --passes=dtrans-delete-fields \
// RUN:   --passes=dtrans-reorder-fields,dtrans-shuffle,dtrans-delete-fields
//
// The array behind a header stays behind it, aligned, and as long as before.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The array begins before the struct ends: what is copied with the header is the same text.
struct text {
    char kind;
    long uses;
    short unused;
    int length;
    short flags;
    char at[];
};
// NEW-DAG: %__DRF_struct.text = type { i8, i16, i32, i64, i16, [0 x i8] }
struct list {
    char kind;
    long uses;
    char flag;
    double at[];
};
// NEW-DAG: %__DRF_struct.list = type { i64, i8, i8, [0 x double] }
struct short_copy {
    char kind;
    long uses;
    char at[];
};

// Elements may change their size, too.
struct thing {
    char a;
    long b;
    char c;
};
struct bag {
    char kind;
    short count;
    char flag;
    struct thing at[];
};
// NEW-DAG: %__DRF_struct.thing = type { i8, i8, i64 }

static struct bag *bag(int n) {
    struct bag *b = n ? malloc(sizeof *b + (size_t)n * sizeof b->at[0])
                      : calloc(1, sizeof *b + 2 * sizeof(struct thing));
    b->kind = 'b';
    b->count = (short)(n ? n : 2);
    for (int i = 0; i < n; i++)
        b->at[i] = (struct thing){(char)i, i * 10, (char)-i};
    return b;
}

static struct text *text(const char *s) {
    struct text *t = malloc(sizeof *t + strlen(s) + 1);
    t->kind = 't';
    t->uses = 0;
    t->flags = t->unused = 3;
    t->length = (int)strlen(s);
    strcpy(t->at, s);
    return t;
}

static struct text *copy(const struct text *t) {
    struct text *new = malloc(sizeof *new + t->length + 1);
    memcpy(new, t, sizeof *t + t->length + 1);
    new->uses++;
    return new;
}

static struct list *add(struct list *l, double d) {
    l = realloc(l, sizeof *l + (l ? l->uses + 1 : 1) * sizeof(double));
    if (d == 0.5) {
        memset(l, 0, sizeof *l);
        l->kind = 'l';
    }
    l->at[l->uses++] = d;
    return l;
}

int main(int argc, char **argv) {
    struct text *a = text("some words"), *b = copy(a), *c = text("#########");
    memcpy(c, b, sizeof *c);
    memset(b->at, '.', 2);
    printf("%c %ld %d %d %s|%c %ld %s|%s\n", a->kind, a->uses, a->length, a->flags, a->at, b->kind,
           b->uses, b->at, c->at);
    struct list *l = NULL;
    for (int i = 0; i < 20; i++)
        l = add(l, i + 0.5);
    struct list *m = calloc(1, sizeof *m + 4 * sizeof(double));
    memcpy(m->at, l->at + 3, 4 * sizeof(double));
    memcpy(m->at, l->at, argc * sizeof(double));
    double sum = 0;
    for (double *d = l->at; d < l->at + l->uses; d++)
        sum += *d;
    printf("%c %ld %d %g %g %g %g\n", l->kind, l->uses, l->flag, sum, m->at[0], m->at[3], l->at[4]);
    struct bag *x = bag(3 + argc), *y = bag(0);
    x = realloc(x, sizeof *x + (x->count + 2) * sizeof *x->at);
    x->at[x->count++] = x->at[argc];
    x->at[x->count++] = (struct thing){1, 2, 3};
    memcpy(y->at, x->at + 2, 2 * sizeof *y->at);
    memmove(x->at, x->at + 1, (x->count - 1) * sizeof *x->at);
    for (struct thing *i = x->at; i < x->at + x->count - 1; i++)
        printf("%d %ld %d, ", i->a, i->b, i->c);
    printf("%c %d %ld %d\n", y->kind, y->count, y->at[1].b, y->at[1].c);
    struct short_copy *s = calloc(1, sizeof *s + argc), *t = calloc(1, sizeof *t + argc);
    s->uses = argc;
    memcpy(t, s, 8);
    printf("%d %ld\n", t->kind, s->uses);
    free(a);
    free(b);
    free(c);
    free(l);
    free(m);
    return 0;
}

// TEXT: type struct.text{{.*}} legal reorder-fields delete-fields{{.*$}}
// LIST: type struct.list{{.*}} legal reorder-fields delete-fields{{.*$}}

// BAG: type struct.bag{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// THING: type struct.thing{{.*}} legal reorder-fields delete-fields pool{{$}}

// SHORT: type struct.short_copy{{.*}} legal nothing{{$}}
// SHORT: BadMemFuncSize {{.*}} @main: memcpy or memmove covers a number of bytes
