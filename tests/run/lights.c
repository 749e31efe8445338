// RUN: %compare %s
/* State machines of _Bool and enum fields: tables of rules, machines in an array and on a list. */
// private: struct light, struct crossing
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum colour { RED, AMBER, GREEN, FLASH, COLOURS };
enum __attribute__((packed)) tiny { LOW, MID = 100, TOP = 255 };
struct rule {
    enum colour from;
    bool button;
    enum colour to;
    unsigned char ticks;
};
struct light {
    bool broken;
    enum colour colour;
    bool pressed;
    unsigned ticks;
    enum tiny level;
    struct light *opposite;
};
struct crossing {
    bool busy;
    struct light *lights;
    unsigned char count;
    struct crossing *next;
    bool night;
};

static const struct rule rules[] = {{RED, false, GREEN, 4}, {RED, true, AMBER, 1},
                                    {AMBER, false, GREEN, 2}, {AMBER, true, GREEN, 1},
                                    {GREEN, false, RED, 3}, {FLASH, true, RED, 1}};

static void tick(struct light *l) {
    if (l->broken || l->ticks-- > 0)
        return;
    for (const struct rule *r = rules; r < rules + sizeof rules / sizeof *rules; r++)
        if (r->from == l->colour && r->button == l->pressed) {
            l->colour = r->to;
            l->ticks = r->ticks;
            l->pressed = !l->pressed && l->opposite->colour == GREEN;
            l->level = l->colour == GREEN ? TOP : l->level == TOP ? MID : LOW;
            return;
        }
    l->broken = l->opposite->broken = true;
    l->colour = FLASH;
}

static struct crossing *make(int count, struct crossing *next) {
    struct crossing *c = malloc(sizeof *c);
    c->busy = count > 2;
    c->count = (unsigned char)count;
    c->next = next;
    c->night = next && !next->night;
    c->lights = calloc((size_t)count, sizeof *c->lights);
    for (int i = 0; i < count; i++) {
        c->lights[i].colour = (enum colour)(i % 3);
        c->lights[i].opposite = &c->lights[count - 1 - i];
        c->lights[i].pressed = i & 1;
    }
    return c;
}

int main(void) {
    struct crossing *all = NULL;
    for (int i = 2; i < 6; i++)
        all = make(i, all);
    int broken = 0;
    for (int t = 0; t < 14; t++) {
        for (struct crossing *c = all; c; c = c->next) {
            for (int i = 0; i < c->count; i++) {
                tick(&c->lights[i]);
                putchar("RAGF"[c->lights[i].colour]);
                putchar(c->lights[i].pressed ? '+' : ' ');
            }
            c->busy ^= c->night;
            printf("%d%d ", c->busy, c->night);
        }
        putchar('\n');
    }
    while (all) {
        struct crossing *next = all->next;
        for (int i = 0; i < all->count; i++) {
            printf("%d/%u ", all->lights[i].level, all->lights[i].ticks);
            broken += all->lights[i].broken;
        }
        free(all->lights);
        free(all);
        all = next;
    }
    printf("\n%d\n", broken);
    return broken;
}

// CHANGES dtrans-base-test: struct.crossing base-test 40; struct.light base-test 32; struct.rule base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.crossing base-test 40; struct.light base-test 32; struct.rule base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.crossing shuffle 136; struct.light shuffle 136; struct.rule shuffle 108
// CHANGES dtrans-shuffle<seed=2>: struct.crossing shuffle 128; struct.light shuffle 92; struct.rule shuffle 100
// CHANGES dtrans-shuffle<seed=3>: struct.crossing shuffle 83; struct.light shuffle 96; struct.rule shuffle 100
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.crossing reorder-fields 24; struct.light reorder-fields 24; struct.rule reorder-fields 12
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.crossing reorder-fields 24; struct.light reorder-fields 24; struct.rule reorder-fields 12
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.rule aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.rule aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.crossing shuffle 112; struct.light shuffle 152; struct.rule shuffle 94
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.crossing reorder-fields+shuffle 101; struct.light reorder-fields+shuffle 136; struct.rule aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.crossing reorder-fields 24; struct.light reorder-fields 24; struct.rule reorder-fields+aos-to-soa -
// CHANGES dtrans-split<force>: struct.rule split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.crossing shuffle+shuffle 144; struct.light shuffle+shuffle 89; struct.rule shuffle+split -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.crossing reorder-fields 24; struct.light reorder-fields 24; struct.rule reorder-fields+split -
// CHANGES dtrans-pool<force>: struct.crossing pool 16
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.crossing shuffle+pool 16; struct.light shuffle 152; struct.rule shuffle 94
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.crossing reorder-fields+pool 16; struct.light reorder-fields 24; struct.rule reorder-fields 12
// CHANGES dtrans-pool<force;split>: struct.crossing pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.crossing shuffle+pool 111; struct.light shuffle 144; struct.rule shuffle 108
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.crossing reorder-fields+pool 24; struct.light reorder-fields 24; struct.rule reorder-fields 12
// CHANGES hir-canonicalize,hir-identity: main(); make(); tick()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); make(); tick()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: make() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: make() distribution
// CHANGES hir-optimize: nothing
