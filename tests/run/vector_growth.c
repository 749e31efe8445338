// RUN: %compare %s
/* Vectors that grow by realloc: push, insert and erase in the middle, copies, shrinking. */
// private: struct particle, struct vector
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct particle {
    char alive;
    double x;
    unsigned short kind;
    double v;
    char trace[3];
};
struct vector {
    unsigned grown;
    struct particle *data;
    size_t length, capacity;
};

static void reserve(struct vector *v, size_t capacity) {
    if (capacity <= v->capacity)
        return;
    while (v->capacity < capacity)
        v->capacity = v->capacity ? v->capacity * 2 : 2;
    v->data = realloc(v->data, v->capacity * sizeof *v->data);
    if (!v->data)
        abort();
    v->grown++;
}

static struct particle *push(struct vector *v) {
    reserve(v, v->length + 1);
    struct particle *p = &v->data[v->length++];
    memset(p, 0, sizeof *p);
    return p;
}

static void insert(struct vector *v, size_t at, const struct particle *p) {
    struct particle copy = *p;
    reserve(v, v->length + 1);
    memmove(v->data + at + 1, v->data + at, (v->length - at) * sizeof *v->data);
    v->data[at] = copy;
    v->length++;
}

static void erase(struct vector *v, size_t at, size_t count) {
    memmove(&v->data[at], &v->data[at + count], (v->length - at - count) * sizeof(struct particle));
    v->length -= count;
}

static void show(const struct vector *v) {
    double sum = 0;
    for (size_t i = 0; i < v->length; i++) {
        const struct particle *p = v->data + i;
        printf("%u%s%s ", p->kind, p->trace, p->alive ? "" : "!");
        sum += p->x * p->v;
    }
    printf("| %zu/%zu/%u %.3f\n", v->length, v->capacity, v->grown, sum);
}

int main(void) {
    struct vector v = {0};
    for (int i = 0; i < 20; i++) {
        struct particle *p = push(&v);
        p->alive = i % 7 != 0;
        p->x = i * 0.5;
        p->v = 3 - i * 0.25;
        p->kind = (unsigned short)(i % 5);
        p->trace[0] = (char)('a' + i);
    }
    show(&v);
    for (size_t i = 0; i < v.length; i += 3)
        insert(&v, i, &v.data[v.length - 1 - i]);
    show(&v);
    for (size_t i = 0; i < v.length;)
        if (!v.data[i].alive)
            erase(&v, i, 1);
        else
            i++;
    erase(&v, 2, 4);
    show(&v);
    struct particle *copy = malloc(v.length * sizeof *copy);
    memcpy(copy, v.data, v.length * sizeof *copy);
    for (size_t i = 0; i < v.length; i++)
        v.data[v.length - 1 - i] = copy[i];
    free(copy);
    v.capacity = v.length;
    v.data = realloc(v.data, v.capacity * sizeof *v.data);
    show(&v);
    int code = (int)v.length;
    free(v.data);
    return code;
}

// CHANGES dtrans-base-test: struct.particle base-test 40; struct.vector base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.particle base-test 40; struct.vector base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.particle shuffle 112; struct.vector shuffle 121
// CHANGES dtrans-shuffle<seed=2>: struct.particle shuffle 128; struct.vector shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.particle shuffle 112; struct.vector shuffle 92
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.particle reorder-fields 24; struct.vector reorder-fields 32
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.particle reorder-fields 24; struct.vector reorder-fields 32
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.vector aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.vector aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.particle shuffle 128; struct.vector shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.particle reorder-fields+shuffle 152; struct.vector aos-to-soa+reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.particle reorder-fields 24; struct.vector reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.vector split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.particle shuffle+shuffle 152; struct.vector shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.particle reorder-fields 24; struct.vector reorder-fields+split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.particle shuffle 128; struct.vector shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.particle reorder-fields 24; struct.vector reorder-fields 32
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.particle shuffle 128; struct.vector shuffle 114
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.particle reorder-fields 24; struct.vector reorder-fields 32
// CHANGES hir-canonicalize,hir-identity: main(); reserve(); show()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); reserve(); show()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
