// RUN: %compare %s
/* Tagged variants: unions of scalars, arrays and structs inside list nodes; values by copy. */
// private: struct item, struct value
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum tag { INT, REAL, TEXT, PAIR, LIST };
struct value {
    enum tag tag;
    union {
        int64_t i;
        double d;
        char text[12];
        struct {
            short left;
            float right;
        } pair;
        struct item *list;
    } as;
};
struct item {
    unsigned char depth;
    struct value value;
    struct item *next;
    unsigned id;
};

static unsigned ids;

static struct item *cons(struct value v, struct item *next) {
    struct item *it = malloc(sizeof *it);
    it->value = v;
    it->next = next;
    it->depth = v.tag == LIST && v.as.list ? (unsigned char)(v.as.list->depth + 1) : 0;
    it->id = ids++;
    return it;
}

static struct value make(int n) {
    struct value v = {.tag = (enum tag)(n % 4)};
    switch (v.tag) {
    case INT: v.as.i = n * 1000000007LL; break;
    case REAL: v.as.d = n / 8.0; break;
    case TEXT: snprintf(v.as.text, sizeof v.as.text, "text%d", n); break;
    default:
        v.as.pair.left = (short)n;
        v.as.pair.right = (float)n / 2;
    }
    return v;
}

static void show(const struct value *v) {
    switch (v->tag) {
    case INT: printf("%lld", (long long)v->as.i); break;
    case REAL: printf("%g", v->as.d); break;
    case TEXT: printf("'%s'", v->as.text); break;
    case PAIR: printf("%d|%g", v->as.pair.left, (double)v->as.pair.right); break;
    case LIST:
        printf("[");
        for (const struct item *it = v->as.list; it; it = it->next) {
            printf("%u/%u:", it->id, it->depth);
            show(&it->value);
            printf(it->next ? " " : "");
        }
        printf("]");
    }
}

static double weigh(struct value v) {
    double sum = 0;
    switch (v.tag) {
    case INT: return (double)(v.as.i % 1000);
    case REAL: return v.as.d;
    case TEXT: return (double)strlen(v.as.text);
    case PAIR: return v.as.pair.left + v.as.pair.right;
    case LIST:
        for (struct item *it = v.as.list; it; it = it->next)
            sum += weigh(it->value);
    }
    return sum;
}

static void drop(struct item *it) {
    while (it) {
        struct item *next = it->next;
        if (it->value.tag == LIST)
            drop(it->value.as.list);
        free(it);
        it = next;
    }
}

int main(void) {
    struct item *list = NULL;
    for (int i = 0; i < 17; i++) {
        list = cons(make(i), list);
        if (i % 6 == 5)
            list = cons((struct value){LIST, {.list = list}}, NULL);
    }
    struct value all = {LIST, {.list = list}};
    show(&all);
    printf("\n%g\n", weigh(all));
    drop(list);
    return (int)ids;
}

// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: drop(); main(); show(); weigh()
// CHANGES hir-canonicalize<join>,hir-identity<join>: drop(); main(); show(); weigh()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
