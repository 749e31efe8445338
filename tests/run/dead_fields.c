// RUN: %compare %s
/* Fields that are never read: plain, in nested structs and arrays, only copied, and some whose
 * stored value is computed by a call that must stay. */
// private: struct order, struct audit, struct pack
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct audit {
    int created;
    short touched;
    long reason;
};
struct order {
    long unused;
    int id;
    double price;
    unsigned char history[4];
    struct audit audit;
    struct order *next;
    struct order *previous;
    char *note;
    float copied_only;
};
struct pack {
    char dead;
    short count;
    struct audit audits[2];
    int total;
};
static struct {
    int used, dead;
    struct order *never;
} state = {3, 4, NULL};

static int calls;

static int next_number(void) {
    printf("number %d\n", calls);
    return calls++;
}

static struct order *make(int id, struct order *next) {
    struct order *o = malloc(sizeof *o);
    o->unused = id * 77L;
    o->id = id;
    o->price = id * 1.25;
    memset(o->history, id, sizeof o->history);
    o->audit.created = next_number();
    o->audit.touched = (short)id;
    o->audit.reason = -1;
    o->next = next;
    o->previous = NULL;
    o->note = "never shown";
    o->copied_only = 0.5f;
    if (next)
        next->previous = o;
    return o;
}

static struct order *copy(const struct order *from) {
    struct order *o = malloc(sizeof *o);
    memcpy(o, from, sizeof *o);
    o->copied_only = from->copied_only;
    o->next = NULL;
    return o;
}

static void fill(struct pack *p, const struct order *o) {
    p->dead = (char)next_number();
    p->count++;
    p->total += o->id;
    p->audits[p->count % 2] = o->audit;
    p->audits[0].reason = p->count;
    p->audits[1].created++;
    state.dead = p->count;
    state.used += p->count;
    state.never = NULL;
}

int main(void) {
    struct order *list = NULL;
    for (int i = 1; i < 8; i++)
        list = make(i, list);
    struct pack *packs = calloc(3, sizeof *packs);
    for (struct order *o = list; o; o = o->next) {
        struct order *c = copy(o);
        c->unused = next_number() > 10 ? next_number() : 0;
        printf("%d %g\n", c->id, c->price);
        fill(&packs[o->id % 3], c);
        free(c);
    }
    double sum = 0;
    while (list) {
        struct order *next = list->next;
        sum += list->price;
        free(list);
        list = next;
    }
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", packs[i].count, packs[i].total);
    printf("%g %d %d\n", sum, calls, state.used);
    free(packs);
    return calls;
}

// CHANGES dtrans-base-test: struct.anon base-test 16; struct.audit base-test 16; struct.order base-test 80; struct.pack base-test 48
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 16; struct.audit base-test 16; struct.order base-test 80; struct.pack base-test 48
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 96; struct.audit shuffle 120; struct.order shuffle 312; struct.pack shuffle 352
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 96; struct.audit shuffle 96; struct.order shuffle 256; struct.pack shuffle 296
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 104; struct.audit shuffle 112; struct.order shuffle 272; struct.pack shuffle 312
// CHANGES dtrans-delete-fields: struct.anon delete-fields 4; struct.audit delete-fields 4; struct.order delete-fields 40; struct.pack delete-fields 16
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.anon delete-fields 4; struct.audit delete-fields 4; struct.order delete-fields+reorder-fields 32; struct.pack delete-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 87; struct.audit shuffle 104; struct.order shuffle 320; struct.pack shuffle 296
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon delete-fields+shuffle 68; struct.audit delete-fields+shuffle 68; struct.order delete-fields+reorder-fields+shuffle 232; struct.pack delete-fields+shuffle 224
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.anon delete-fields 4; struct.audit delete-fields 4; struct.order delete-fields+reorder-fields 32; struct.pack delete-fields 16
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 176; struct.audit shuffle+shuffle 88; struct.order shuffle+shuffle 304; struct.pack shuffle+shuffle 256
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.anon delete-fields 4; struct.audit delete-fields 4; struct.order delete-fields+reorder-fields 32; struct.pack delete-fields 16
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 87; struct.audit shuffle 104; struct.order shuffle 320; struct.pack shuffle 296
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.anon delete-fields 4; struct.audit delete-fields 4; struct.order delete-fields+reorder-fields+pool 24; struct.pack delete-fields 16
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 84; struct.audit shuffle 88; struct.order shuffle 272; struct.pack shuffle 280
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.anon delete-fields 4; struct.audit delete-fields 4; struct.order delete-fields+reorder-fields+pool 24; struct.pack delete-fields 16
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
