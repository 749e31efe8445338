// RUN: %compare %s
/* A reader of nested text into a document of nodes; queries by path; writing it out again. */
// private: struct node, struct reader
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, STRING, LIST, MAP };
struct node {
    unsigned char kind;
    char *key;
    short line;
    union {
        double number;
        char *string;
        struct node *first;
    } u;
    struct node *next;
    struct node *parent;
    unsigned short count;
};
struct reader {
    short line;
    const char *at;
    unsigned nodes;
    char failed;
};

static void space(struct reader *r) {
    for (; isspace((unsigned char)*r->at); r->at++)
        r->line = (short)(r->line + (*r->at == '\n'));
}
static char *word(struct reader *r) {
    size_t n = strcspn(r->at, " \n:,]}");
    char *s = calloc(n + 1, 1);
    memcpy(s, r->at, n);
    r->at += n;
    return s;
}

static struct node *read_node(struct reader *r, struct node *parent) {
    struct node *n = calloc(1, sizeof *n);
    space(r);
    n->line = r->line;
    n->parent = parent;
    r->nodes++;
    if (*r->at == '[' || *r->at == '{') {
        n->kind = *r->at == '[' ? LIST : MAP;
        struct node **tail = &n->u.first;
        r->at++;
        for (space(r); *r->at && *r->at != ']' && *r->at != '}'; space(r)) {
            char *key = NULL;
            if (n->kind == MAP) {
                key = word(r);
                r->failed |= *r->at != ':';
                r->at++;
            }
            *tail = read_node(r, n);
            (*tail)->key = key;
            tail = &(*tail)->next;
            n->count++;
            space(r);
            r->at += *r->at == ',';
        }
        r->at += *r->at != 0;
    } else if (isdigit((unsigned char)*r->at)) {
        char *end;
        n->u.number = strtod(r->at, &end);
        r->at = end;
    } else {
        n->kind = STRING;
        n->u.string = word(r);
    }
    return n;
}

static int write_node(const struct node *n, int depth) {
    int sum = depth;
    if (n->key)
        printf("%s=", n->key);
    if (n->kind == NUMBER) {
        printf("%g", n->u.number);
    } else if (n->kind == STRING) {
        printf("'%s'", n->u.string);
    } else {
        printf("%c%u@%d ", n->kind == LIST ? '[' : '{', n->count, n->line);
        for (const struct node *c = n->u.first; c; c = c->next) {
            sum += write_node(c, depth + 1);
            printf(c->next ? ", " : "");
        }
        printf("%c", n->kind == LIST ? ']' : '}');
    }
    return sum;
}

static const struct node *find(const struct node *n, const char *key) {
    if (n->key && !strcmp(n->key, key))
        return n;
    if (n->kind >= LIST)
        for (const struct node *c = n->u.first; c; c = c->next) {
            const struct node *hit = find(c, key);
            if (hit)
                return hit;
        }
    return NULL;
}

static void drop(struct node *n) {
    if (n->kind == STRING)
        free(n->u.string);
    else if (n->kind >= LIST)
        for (struct node *c = n->u.first, *next; c; c = next) {
            next = c->next;
            drop(c);
        }
    free(n->key);
    free(n);
}

int main(void) {
    struct reader *r = calloc(1, sizeof *r);
    r->line = 1;
    r->at = "{ name: lathe, sizes: [1, 2.5,\n 300], deep: { a: [ [x, y], {} ],\n b: { c: end } },"
            "\n last: 7 }";
    struct node *n = read_node(r, NULL);
    int sum = write_node(n, 0);
    printf("\n%u nodes, %d lines, %s, %d\n", r->nodes, r->line, r->failed ? "bad" : "good", sum);
    const struct node *c = find(n, "c"), *none = find(n, "zz");
    for (const struct node *p = c; p; p = p->parent)
        printf("%s<", p->key ? p->key : "top");
    printf("%d %s\n", none == NULL, find(n, "last")->u.number == 7 ? "seven" : "?");
    drop(n);
    free(r);
    return sum;
}

// CHANGES dtrans-base-test: struct.reader base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.reader base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.reader shuffle 108
// CHANGES dtrans-shuffle<seed=2>: struct.reader shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.reader shuffle 79
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.reader reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.reader reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.reader aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.reader aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.reader shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.reader aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.reader reorder-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.reader split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.reader shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.reader reorder-fields+split
// CHANGES dtrans-pool<force>: struct.reader pool 24
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.reader shuffle+pool 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.reader reorder-fields+pool 16
// CHANGES dtrans-pool<force;split>: struct.reader pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.reader shuffle+pool 101
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.reader reorder-fields+pool 24
// CHANGES hir-canonicalize,hir-identity: drop(); find(); main(); read_node(); space(); write_node()
// CHANGES hir-canonicalize<join>,hir-identity<join>: drop(); find(); main(); read_node(); space(); write_node()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
