// RUN: lathe opt --passes=dtrans-reorder-fields %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes=dtrans-reorder-fields \
// RUN:   --passes=dtrans-reorder-fields,dtrans-reorder-fields
//
// Smallest size first, then few cache lines; a type never grows.

#include <stdio.h>
#include <stdlib.h>

// 24 bytes become 16. It begins a struct pair, so its first field stays first.
struct gaps {
    char a;
    double b;
    char c;
    int d;
};
// CHECK-DAG: %__DRF_struct.gaps = type { i8, i8, i32, double }

// 32 bytes become 24, and only one of the fields can be on another line than the rest.
struct loose {
    char a;
    double b;
    char c;
    double d;
};
// CHECK-DAG: %__DRF_struct.loose = type { i8, i8, double, double }

// Nothing to gain.
struct tight {
    double a;
    int b, c;
};
// CHECK-DAG: %struct.tight = type { double, i32, i32 }

// The first field is also reached through the object's address: it stays first, and what fits goes
// into the gap behind it.
struct tagged {
    char tag;
    long value;
    int number;
    short small;
    char flag;
};
// CHECK-DAG: %__DRF_struct.tagged = type { i8, i8, i16, i32, i64 }

// The members' own sizes shrink, too.
struct pair {
    struct gaps first, second;
    char last;
};
// CHECK-DAG: %__DRFDT_struct.pair = type { %__DRF_struct.gaps, %__DRF_struct.gaps, i8 }

// The same size in every order, but hot fields that a loop reads together share a line.
struct wide {
    long hot_one;
    char cold[120];
    long hot_two;
};
// CHECK-DAG: %__DRF_struct.wide = type { i64, i64, [120 x i8] }

// What may be longer than its type says stays last.
struct tail {
    char kind;
    long size;
    char level;
    char text[];
};
// CHECK-DAG: %__DRF_struct.tail = type { i64, i8, i8, [0 x i8] }

// Packed: there is nothing to gain.
struct __attribute__((packed)) dense {
    char a;
    int b;
    char c;
};
// CHECK-DAG: %struct.dense = type <{ i8, i32, i8 }>

// Its layout leaves the program.
struct written {
    char a;
    long b;
    char c;
};
// CHECK-DAG: %struct.written = type { i8, i64, i8 }

// The allocation, the table and the copies follow.
// CHECK-DAG: call {{.*}}ptr @calloc(i64 noundef 5, i64 noundef 16)
// CHECK-DAG: @table = {{.*}}[2 x %__DRF_struct.gaps]
static struct gaps table[2] = {{'a', 1.5, 'b', 2}, {'c', 2.5, 'd', 3}};

static long sum(const struct wide *w, int n) {
    long total = 0;
    for (int i = 0; i < n; i++)
        total += w[i].hot_one * w[i].hot_two;
    return total;
}

int main(int argc, char **argv) {
    struct gaps *g = calloc(5, sizeof *g);
    for (int i = 0; i < 5; i++)
        g[i] = table[i % 2], g[i].d += i;
    struct loose *o = malloc(sizeof *o);
    o->a = 'l', o->b = argc, o->c = 'o', o->d = 0.25;
    struct tight *t = malloc(sizeof *t);
    *t = (struct tight){argc, 2, 3};
    struct tagged *s = malloc(sizeof *s);
    s->value = 9;
    s->number = 8;
    s->small = 7;
    s->flag = 'f';
    *(char *)s = 't';
    struct pair *p = malloc(sizeof *p);
    p->first.d = g[1].d;
    p->first.b = 0.5;
    p->second.d = g[2].d;
    p->second.a = p->second.c = 'p';
    p->last = 'z';
    struct wide *w = calloc(3, sizeof *w);
    for (int i = 0; i < 3; i++)
        w[i].hot_one = i, w[i].hot_two = i + argc, w[i].cold[i] = 'x';
    struct tail *l = malloc(sizeof *l);
    l->kind = 'k';
    l->size = 0;
    l->level = 'l';
    struct dense *d = malloc(sizeof *d);
    d->a = 'a', d->b = argc, d->c = 'c';
    struct written *out = calloc(1, sizeof *out);
    out->a = 'A', out->b = 'B', out->c = 'C';
    fwrite(out, sizeof *out, 1, stdout);
    printf("%c%g%c%g\n", o->a, o->b, o->c, o->d);
    printf("%d %d %g %d %d\n", g[3].d, g[4].a, t->a, t->b, t->c);
    printf("%c %ld %d %d %c\n", s->tag, s->value, s->number, s->small, s->flag);
    printf("%d %d %c %ld\n", p->first.d, p->second.d, p->last, sum(w, 3));
    printf("%c%ld%c %d %d\n", l->kind, l->size, l->level, d->b, w[2].cold[2]);
    return 0;
}
