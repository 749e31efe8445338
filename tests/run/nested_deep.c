// RUN: %compare %s
/* Structs in structs in structs, by value and in arrays; inner ones copied, passed and pointed at. */
// private: struct world, struct region, struct town, struct point, struct stock
#include <stdio.h>
#include <stdlib.h>

struct point {
    short x;
    int y;
};
struct stock {
    char kind;
    long amount;
    char unit;
};
struct town {
    char initial;
    struct point where;
    struct stock goods[3];
    unsigned char size;
};
struct region {
    float wealth;
    struct town towns[2];
    struct point corner;
    struct town *capital;
};
struct world {
    char age;
    struct region regions[3];
    struct point middle;
    struct region *richest;
};

static void settle(struct town *t, int n) {
    t->initial = (char)('A' + n);
    t->where.x = (short)(n * 3);
    t->where.y = n * n;
    t->size = (unsigned char)(n % 4);
    for (int i = 0; i < 3; i++) {
        struct stock *s = &t->goods[i];
        s->kind = (char)('a' + i);
        s->amount = n * 10 + i;
        s->unit = i == 2 ? 't' : 'k';
    }
}

static long distance(const struct point *a, const struct point *b) {
    return (long)(a->x - b->x) * (a->x - b->x) + (long)(a->y - b->y) * (a->y - b->y);
}

static void trade(struct stock *from, struct stock *to) {
    long moved = from->amount / 3;
    from->amount -= moved;
    to->amount += moved;
}

static void show(const struct region *r) {
    printf("%.2f (%d,%d) capital %c:", r->wealth, r->corner.x, r->corner.y, r->capital->initial);
    for (int i = 0; i < 2; i++) {
        const struct town *t = &r->towns[i];
        printf(" %c%d@%d,%d", t->initial, t->size, t->where.x, t->where.y);
        for (int g = 0; g < 3; g++)
            printf(" %c%ld%c", t->goods[g].kind, t->goods[g].amount, t->goods[g].unit);
    }
    printf("\n");
}

int main(void) {
    struct world *w = calloc(2, sizeof *w);
    for (int i = 0; i < 3; i++) {
        struct region *r = &w->regions[i];
        settle(&r->towns[0], i * 2 + 1);
        settle(&r->towns[1], i * 2 + 2);
        r->capital = &r->towns[i % 2];
        r->corner = r->capital->where;
        r->wealth = 0.25f * (float)(i + 1);
    }
    for (int i = 0; i < 6; i++)
        trade(&w->regions[i % 3].towns[i % 2].goods[i % 3],
              &w->regions[(i + 1) % 3].capital->goods[(i + 1) % 3]);
    w->richest = &w->regions[2];
    w->middle = w->richest->towns[0].where;
    w->age = 7;
    w[1] = w[0];
    w[1].richest = &w[1].regions[0];
    w[1].regions[1].towns[0] = w[0].regions[2].towns[1];
    w[1].regions[0].towns[1].goods[2] = w[0].regions[1].towns[1].goods[0];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++)
            show(&w[k].regions[i]);
    long d = 0;
    for (int i = 0; i < 3; i++)
        d += distance(&w->middle, &w[1].regions[i].towns[1].where);
    printf("%ld %d %.2f\n", d, w[1].age, w[1].richest->wealth);
    free(w);
    return (int)(d % 100);
}

// CHANGES dtrans-base-test: struct.point base-test 8; struct.region base-test 216; struct.stock base-test 24; struct.town base-test 96; struct.world base-test 672
// CHANGES dtrans-base-test<ptr-as-int>: struct.point base-test 8; struct.region base-test 216; struct.stock base-test 24; struct.town base-test 96; struct.world base-test 672
// CHANGES dtrans-shuffle<seed=1>: struct.point shuffle 72; struct.region shuffle 1072; struct.stock shuffle 96; struct.town shuffle 456; struct.world shuffle 3392
// CHANGES dtrans-shuffle<seed=2>: struct.point shuffle 96; struct.region shuffle 1040; struct.stock shuffle 80; struct.town shuffle 424; struct.world shuffle 3312
// CHANGES dtrans-shuffle<seed=3>: struct.point shuffle 80; struct.region shuffle 992; struct.stock shuffle 88; struct.town shuffle 416; struct.world shuffle 3136
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.region reorder-fields 152; struct.stock reorder-fields 16; struct.town reorder-fields 64; struct.world reorder-fields 480
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.region reorder-fields 152; struct.stock reorder-fields 16; struct.town reorder-fields 64; struct.world reorder-fields 480
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.point shuffle 76; struct.region shuffle 1176; struct.stock shuffle 104; struct.town shuffle 496; struct.world shuffle 3704
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.point shuffle 76; struct.region reorder-fields+shuffle 1208; struct.stock reorder-fields+shuffle 112; struct.town reorder-fields+shuffle 512; struct.world reorder-fields+shuffle 3800
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.region reorder-fields 152; struct.stock reorder-fields 16; struct.town reorder-fields 64; struct.world reorder-fields 480
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.point shuffle+shuffle 72; struct.region shuffle+shuffle 1024; struct.stock shuffle+shuffle 80; struct.town shuffle+shuffle 416; struct.world shuffle+shuffle 3240
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.region reorder-fields 152; struct.stock reorder-fields 16; struct.town reorder-fields 64; struct.world reorder-fields 480
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.point shuffle 76; struct.region shuffle 1176; struct.stock shuffle 104; struct.town shuffle 496; struct.world shuffle 3704
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.region reorder-fields 152; struct.stock reorder-fields 16; struct.town reorder-fields 64; struct.world reorder-fields 480
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.point shuffle 88; struct.region shuffle 1128; struct.stock shuffle 96; struct.town shuffle 480; struct.world shuffle 3584
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.region reorder-fields 152; struct.stock reorder-fields 16; struct.town reorder-fields 64; struct.world reorder-fields 480
// CHANGES hir-canonicalize,hir-identity: main(); settle(); show()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); settle(); show()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: settle() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: settle() distribution
// CHANGES hir-optimize: nothing
