// RUN: %compare %s
/* Expression trees with a union of structs in every node: parse, simplify, print, evaluate. */
// private: struct expr
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

enum kind { NUMBER, VARIABLE, BINARY, NEGATE };
struct expr {
    char shown;
    enum kind kind;
    union {
        double number;
        char variable;
        struct {
            char op;
            struct expr *left, *right;
        } binary;
        struct expr *inner;
    } u;
    short depth;
};
struct parser {
    const char *at;
    int made;
};

static struct expr *make(struct parser *p, enum kind kind) {
    struct expr *e = calloc(1, sizeof *e);
    e->kind = kind;
    e->depth = 1;
    p->made++;
    return e;
}
static short deeper(short a, short b) { return (short)(1 + (a > b ? a : b)); }
static struct expr *binary(struct parser *p, char op, struct expr *l, struct expr *r) {
    struct expr *e = make(p, BINARY);
    e->u.binary.op = op;
    e->u.binary.left = l;
    e->u.binary.right = r;
    e->depth = deeper(l->depth, r->depth);
    return e;
}

static struct expr *sum(struct parser *p);
static struct expr *atom(struct parser *p) {
    struct expr *e;
    if (*p->at == '(') {
        p->at++;
        e = sum(p);
        p->at++;
        return e;
    }
    if (*p->at == '-') {
        p->at++;
        e = make(p, NEGATE);
        e->u.inner = atom(p);
        e->depth = deeper(e->u.inner->depth, 0);
        return e;
    }
    if (isalpha((unsigned char)*p->at)) {
        e = make(p, VARIABLE);
        e->u.variable = *p->at++;
        return e;
    }
    char *end;
    e = make(p, NUMBER);
    e->u.number = strtod(p->at, &end);
    p->at = end;
    return e;
}
static struct expr *product(struct parser *p) {
    struct expr *e = atom(p);
    while (*p->at == '*' || *p->at == '/') {
        char op = *p->at++;
        e = binary(p, op, e, atom(p));
    }
    return e;
}
static struct expr *sum(struct parser *p) {
    struct expr *e = product(p);
    while (*p->at == '+' || *p->at == '-') {
        char op = *p->at++;
        e = binary(p, op, e, product(p));
    }
    return e;
}

static double eval(const struct expr *e, double x) {
    switch (e->kind) {
    case NUMBER: return e->u.number;
    case VARIABLE: return e->u.variable == 'x' ? x : 100;
    case NEGATE: return -eval(e->u.inner, x);
    default: break;
    }
    double l = eval(e->u.binary.left, x), r = eval(e->u.binary.right, x);
    switch (e->u.binary.op) {
    case '+': return l + r;
    case '-': return l - r;
    case '*': return l * r;
    default: return l / r;
    }
}

static void print(struct expr *e) {
    e->shown++;
    switch (e->kind) {
    case NUMBER: printf("%g", e->u.number); break;
    case VARIABLE: putchar(e->u.variable); break;
    case NEGATE: printf("-"); print(e->u.inner); break;
    case BINARY:
        putchar('(');
        print(e->u.binary.left);
        putchar(e->u.binary.op);
        print(e->u.binary.right);
        putchar(')');
    }
}

static struct expr *simplify(struct expr *e) {
    if (e->kind == NEGATE)
        e->u.inner = simplify(e->u.inner);
    if (e->kind != BINARY)
        return e;
    struct expr *l = e->u.binary.left = simplify(e->u.binary.left);
    struct expr *r = e->u.binary.right = simplify(e->u.binary.right);
    if (l->kind == NUMBER && r->kind == NUMBER) {
        double value = eval(e, 0);
        e->kind = NUMBER;
        e->u.number = value;
        e->depth = 1;
        free(l);
        free(r);
    }
    return e;
}

int main(void) {
    static const char *const texts[] = {"1+2*3", "x*(2+3)-y/4", "-(1+2)*-x", "((x))+1/(2+2)*8"};
    int made = 0;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct parser p = {texts[i], 0};
        struct expr *e = sum(&p);
        print(e);
        printf(" depth %d, %d nodes, %g %g\n", e->depth, p.made, eval(e, 1), eval(e, -2.5));
        struct expr *s = simplify(e);
        print(s);
        printf(" depth %d shown %d, %g\n", s->depth, s->shown, eval(s, 3));
        made += p.made;
    }
    return made;
}

// CHANGES dtrans-base-test: struct.parser base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.parser base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.parser shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.parser shuffle 96
// CHANGES dtrans-shuffle<seed=3>: struct.parser shuffle 104
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.parser shuffle 83
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.parser shuffle 85
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.parser shuffle+shuffle 108
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.parser shuffle 83
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.parser shuffle 80
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main(); product(); sum()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); product(); sum()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
