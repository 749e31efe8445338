/* Unions of pointers, integers and structs; bit-fields; a common initial sequence. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct leaf {
    int tag;
    unsigned low : 3, mid : 13, flag : 1;
    int *target;
};
struct pair {
    int tag;
    union value *left, *right;
};
union value {
    int tag;
    struct leaf leaf;
    struct pair pair;
    unsigned char raw[32];
};
struct box {
    unsigned kind : 4;
    union {
        int64_t i;
        double d;
        void *p;
        struct {
            short a, b;
            int c;
        } s;
        union value *v;
    } u;
    struct box *next;
};
static int total;
static union value *leaf(int n) {
    union value *v = calloc(1, sizeof *v);
    v->leaf.tag = 1;
    v->leaf.mid = (unsigned)n * 11;
    v->leaf.flag = n & 1;
    v->leaf.target = &total;
    return v;
}
static union value *pair(union value *a, union value *b) {
    union value *v = calloc(1, sizeof *v);
    v->pair.tag = 2;
    v->pair.left = a;
    v->pair.right = b;
    return v;
}
static int eval(union value *v) {
    if (v->tag == 1) {
        *v->leaf.target += (int)v->leaf.mid + (int)v->leaf.flag;
        return v->raw[0];
    }
    return eval(v->pair.left) + eval(v->pair.right) + v->raw[0];
}
int main(void) {
    union value *v = leaf(1);
    for (int i = 2; i < 9; i++)
        v = pair(v, leaf(i));
    struct box *list = NULL;
    for (unsigned i = 0; i < 12; i++) {
        struct box *b = malloc(sizeof *b);
        memset(b, 0, sizeof *b);
        b->kind = i % 4;
        if (i % 4 == 0)
            b->u.i = i;
        else if (i % 4 == 1)
            b->u.d = i;
        else if (i % 4 == 2)
            b->u.s.b = (short)i;
        else
            b->u.v = v;
        b->next = list;
        list = b;
    }
    long sum = eval(v);
    for (struct box *b = list; b; b = b->next) {
        struct box copy = *b;
        sum += copy.kind == 3 ? eval(copy.u.p) : copy.kind == 1 ? (long)copy.u.d : copy.u.s.b;
        sum += (copy.u.i & 0xff) * (copy.kind == 0);
    }
    printf("%ld %d\n", sum, total);
    return 0;
}
