// RUN: %compare %s
/* Walks with a pointer to a pointer, starting in different structs and in a global. */
// private: struct node, struct owner, struct leaf
#include <stdio.h>
#include <stdlib.h>

struct node {
    short key;
    struct node *next;
    char mark;
};
struct owner {
    int id;
    struct node *list;
    char kind;
    struct node *spare;
};
struct leaf {
    struct leaf *down[2];
    char grade;
    int key;
};

static struct node *loose;

static void insert(struct node **at, int key) {
    while (*at && (*at)->key < key)
        at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    n->key = (short)key;
    n->mark = (char)('a' + key % 26);
    n->next = *at;
    *at = n;
}

static struct node *detach(struct node **at, int key) {
    for (; *at; at = &(*at)->next)
        if ((*at)->key == key) {
            struct node *n = *at;
            *at = n->next;
            n->next = NULL;
            return n;
        }
    return NULL;
}

static void move(struct node **to, struct node **from, int modulus) {
    while (*from) {
        struct node *n = *from;
        if (n->key % modulus) {
            from = &n->next;
            continue;
        }
        *from = n->next;
        while (*to)
            to = &(*to)->next;
        n->next = NULL;
        *to = n;
    }
}

static void grow(struct leaf **at, int key) {
    while (*at) {
        (*at)->grade++;
        at = &(*at)->down[key > (*at)->key];
    }
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
}

static void cut(struct leaf **at, int key) {
    while (*at && (*at)->key != key)
        at = &(*at)->down[key > (*at)->key];
    struct leaf *gone = *at;
    if (!gone)
        return;
    if (!gone->down[0] || !gone->down[1]) {
        *at = gone->down[gone->down[0] == NULL];
    } else {
        struct leaf **least = &gone->down[1];
        while ((*least)->down[0])
            least = &(*least)->down[0];
        struct leaf *up = *least;
        *least = up->down[1];
        up->down[0] = gone->down[0];
        up->down[1] = gone->down[1];
        *at = up;
    }
    free(gone);
}

static int show(const char *name, const struct node *n) {
    int count = 0;
    printf("%s:", name);
    for (; n; n = n->next, count++)
        printf(" %d%c", n->key, n->mark);
    printf("\n");
    return count;
}
static int print(const struct leaf *l) {
    if (!l)
        return 0;
    int n = print(l->down[0]);
    printf("%d/%d ", l->key, l->grade);
    return n + 1 + print(l->down[1]);
}

int main(void) {
    struct owner *o = calloc(1, sizeof *o);
    struct leaf *root = NULL;
    for (int i = 0; i < 24; i++) {
        insert(i % 3 == 0 ? &loose : i % 3 == 1 ? &o->list : &o->spare, i * 11 % 37);
        grow(&root, i * 23 % 47);
    }
    int total = show("loose", loose) + show("list", o->list) + show("spare", o->spare);
    move(&o->list, &loose, 3);
    move(&loose, &o->spare, 2);
    show("loose", loose), show("list", o->list), show("spare", o->spare);
    struct node *n = detach(&o->list, 33);
    printf("%d\n", n ? n->key : -1);
    free(n);
    for (int i = 0; i < 24; i += 5)
        cut(&root, i * 23 % 47);
    int left = print(root);
    printf("\n%d %d\n", total, left);
    return total + left;
}

// CHANGES dtrans-base-test: struct.leaf base-test 24; struct.node base-test 24; struct.owner base-test 32
// CHANGES dtrans-base-test<ptr-as-int>: struct.leaf base-test 24; struct.node base-test 24; struct.owner base-test 32
// CHANGES dtrans-shuffle<seed=1>: struct.leaf shuffle 112; struct.node shuffle 80; struct.owner shuffle 120
// CHANGES dtrans-shuffle<seed=2>: struct.leaf shuffle 104; struct.node shuffle 96; struct.owner shuffle 112
// CHANGES dtrans-shuffle<seed=3>: struct.leaf shuffle 96; struct.node shuffle 80; struct.owner shuffle 96
// CHANGES dtrans-delete-fields: struct.owner delete-fields 16
// CHANGES dtrans-reorder-fields: struct.node reorder-fields 16; struct.owner reorder-fields 24
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.node reorder-fields 16; struct.owner delete-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.owner aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.owner aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.leaf shuffle 128; struct.node shuffle 104; struct.owner shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.leaf shuffle 120; struct.owner aos-to-soa+delete-fields+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 16; struct.owner delete-fields+aos-to-soa
// CHANGES dtrans-split<force>: struct.owner split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.leaf shuffle+shuffle 104; struct.node shuffle 104; struct.owner shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.node reorder-fields 16; struct.owner delete-fields+split
// CHANGES dtrans-pool<force>: struct.leaf pool 16; struct.node pool 8; struct.owner pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.leaf shuffle+pool 16; struct.node shuffle+pool 8; struct.owner shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.leaf pool 16; struct.node reorder-fields+pool 8; struct.owner delete-fields+pool 8
// CHANGES dtrans-pool<force;split>: struct.leaf pool 16; struct.node pool 12; struct.owner pool 16
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.leaf shuffle+pool 16; struct.node shuffle+pool 8; struct.owner shuffle+pool 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.leaf pool 16; struct.node reorder-fields+pool 8; struct.owner delete-fields+pool 8
// CHANGES hir-canonicalize,hir-identity: cut(); detach(); grow(); insert(); main(); move(); show()
// CHANGES hir-canonicalize<join>,hir-identity<join>: cut(); detach(); grow(); insert(); main(); move(); show()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
