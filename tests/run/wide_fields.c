// RUN: %compare %s
/* long double, vectors, _Complex and 128-bit integers as fields of heap structs. */
// private: struct sample, struct body
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>

typedef float vec4 __attribute__((vector_size(16)));
typedef int int2 __attribute__((vector_size(8)));

struct sample {
    char tag;
    long double exact;
    short n;
    double _Complex wave;
    unsigned __int128 big;
};
struct body {
    char name;
    vec4 position;
    float mass;
    vec4 speed;
    int2 cell;
    struct body *next;
};

static struct body *make(char name, float mass, struct body *next) {
    struct body *b = malloc(sizeof *b);
    b->name = name;
    b->mass = mass;
    b->position = (vec4){mass, mass * 2, -mass, 1};
    b->speed = (vec4){1, 0, 1, 0} / b->mass;
    b->cell = (int2){(int)mass, -(int)mass};
    b->next = next;
    return b;
}

static void step(struct body *list, float dt) {
    for (struct body *b = list; b; b = b->next) {
        b->position += b->speed * dt;
        for (struct body *o = list; o; o = o->next)
            if (o != b)
                b->speed += (o->position - b->position) * (0.01f * o->mass);
        b->cell += (int2){1, b->position[0] > 0};
    }
}

static vec4 middle(const struct body *b) {
    vec4 sum = {0};
    float mass = 0;
    for (; b; b = b->next) {
        sum += b->position * b->mass;
        mass += b->mass;
    }
    return sum / mass;
}

int main(void) {
    enum { N = 5 };
    struct sample *s = malloc(N * sizeof *s);
    for (int i = 0; i < N; i++) {
        s[i].tag = (char)('a' + i);
        s[i].exact = i ? s[i - 1].exact * 3 + 0.125L : 1;
        s[i].n = (short)(i * 3);
        s[i].wave = i + (i - 2) * I;
        s[i].big = ((unsigned __int128)1 << (60 + i)) + (unsigned)i;
    }
    s[1] = s[4];
    s[3].wave *= s[2].wave + s[4].wave;
    for (int i = 0; i < N; i++)
        printf("%c %Lg %d %g%+gi %llx:%llx\n", s[i].tag, s[i].exact, s[i].n, creal(s[i].wave),
               cimag(s[i].wave), (unsigned long long)(s[i].big >> 64),
               (unsigned long long)s[i].big);
    struct body *list = NULL;
    for (int i = 1; i < 5; i++)
        list = make((char)('p' + i), (float)i / 2, list);
    for (int i = 0; i < 4; i++) {
        step(list, 0.5f);
        vec4 m = middle(list);
        printf("%.3f %.3f %.3f %.3f\n", m[0], m[1], m[2], m[3]);
    }
    int code = s[1].n;
    for (struct body *b = list, *next; b; b = next) {
        next = b->next;
        printf("%c %.3f %.3f %d %d\n", b->name, b->position[0], b->speed[2], b->cell[0], b->cell[1]);
        code += b->cell[1];
        free(b);
    }
    free(s);
    return code & 127;
}

// CHANGES dtrans-base-test: struct.body base-test
// CHANGES dtrans-base-test<ptr-as-int>: struct.body base-test
// CHANGES dtrans-shuffle<seed=1>: struct.body shuffle
// CHANGES dtrans-shuffle<seed=2>: struct.body shuffle
// CHANGES dtrans-shuffle<seed=3>: struct.body shuffle
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.body reorder-fields
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.body reorder-fields
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.body shuffle
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.body reorder-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.body reorder-fields
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.body shuffle+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.body reorder-fields
// CHANGES dtrans-pool<force>: struct.body pool
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.body shuffle+pool
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.body reorder-fields+pool
// CHANGES dtrans-pool<force;split>: struct.body pool
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.body shuffle+pool
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.body reorder-fields+pool
// CHANGES hir-canonicalize,hir-identity: main(); middle(); step()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); middle(); step()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
