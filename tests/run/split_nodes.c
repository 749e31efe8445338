// RUN: %compare %s
/* Nodes with hot keys and links and a cold payload: lists, trees, hash chains. Enough of them that
 * several granules of a pool are full, freed and used again; copied whole, cleared, exchanged; cold
 * fields are arrays, structs and pointers whose addresses are handed around. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct payload {
    double weight;
    short codes[5];
};

struct item {
    struct item *next;
    unsigned key;
    char text[20];
    struct payload load;
    struct item *friends[3];
    long stamp;
};

struct branch {
    long key;
    struct branch *low, *high;
    struct branch *parent;
    unsigned char flags;
    int history[6];
    double sum;
};

struct entry {
    struct entry *chain;
    unsigned hash;
    char name[28];
    long hits;
    void (*report)(const struct entry *);
};

static unsigned state = 7;

static unsigned draw(void) {
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

/* Lists. */
static struct item *item_new(unsigned key, struct item *next) {
    struct item *i = key % 2 ? malloc(sizeof *i) : calloc(1, sizeof *i);
    if (!i)
        exit(1);
    if (key % 2)
        memset(i, 0, sizeof *i);
    i->key = key;
    i->next = next;
    for (int k = 0; k < 5; k++)
        i->load.codes[k] += (short)(key + (unsigned)k);
    return i;
}

static void set_text(char *text, size_t size, unsigned key) {
    snprintf(text, size, "item %u", key);
}

static double weigh(struct payload *p, const short *codes, int count) {
    for (int k = 0; k < count; k++)
        p->weight += codes[k];
    return p->weight;
}

static void exchange(struct item *a, struct item *b) {
    struct item old = *a, *next_a = a->next, *next_b = b->next;
    *a = *b;
    *b = old;
    a->next = next_a;
    b->next = next_b;
}

static long lists(int count) {
    struct item *first = NULL, *last = NULL;
    long sum = 0;
    for (int i = 0; i < count; i++) {
        first = item_new((unsigned)i, first);
        set_text(first->text, sizeof first->text, first->key);
        first->friends[i % 3] = last;
        last = first;
    }
    for (struct item *i = first; i; i = i->next) {
        struct item **friend = &i->friends[i->key % 3];
        sum += *friend ? (long)(*friend)->key : -1;
        if (i->key % 5 == 0)
            sum += (long)weigh(&i->load, i->load.codes, 5);
        long *stamp = &i->stamp;
        *stamp += (long)strlen(i->text);
        if (i->next && i->key % 7 == 0)
            exchange(i, i->next);
    }
    for (struct item **at = &first; *at;) {
        struct item *i = *at;
        sum += i->stamp + i->text[5] + (long)i->load.weight;
        if (draw() % 3) {
            *at = i->next;
            free(i);
        } else {
            at = &i->next;
        }
    }
    /* What comes back must be clear again. */
    for (int i = 0; i < count / 2; i++) {
        first = item_new(2 * draw(), first);
        for (unsigned k = 0; k < sizeof first->text; k++)
            sum += first->text[k];
        sum += first->stamp + (first->friends[0] != NULL) + first->load.codes[4];
    }
    struct item copy = *first, *rest = first->next->next;
    copy.stamp = 40;
    *first->next = copy;
    sum += first->next->stamp + first->next->load.codes[2];
    first->next->next = rest;
    for (struct item *i = first, *next; i; i = next) {
        next = i->next;
        free(i);
    }
    return sum;
}

/* Trees. */
static struct branch *insert(struct branch *root, long key) {
    struct branch **at = &root, *above = NULL;
    while (*at) {
        above = *at;
        above->history[key % 6]++;
        at = key < above->key ? &above->low : &above->high;
    }
    *at = calloc(1, sizeof **at);
    if (!*at)
        exit(1);
    (*at)->key = key;
    (*at)->parent = above;
    (*at)->flags |= (unsigned char)(1u << key % 8);
    return root;
}

static double total(struct branch *b) {
    if (!b)
        return 0;
    double *sum = &b->sum;
    *sum = (double)b->key + total(b->low) + total(b->high);
    return *sum;
}

static long close_tree(struct branch *b) {
    long sum = 0;
    while (b) {
        if (b->low) {
            b = b->low;
            continue;
        }
        if (b->high) {
            b = b->high;
            continue;
        }
        struct branch *up = b->parent;
        if (up && up->low == b)
            up->low = NULL;
        else if (up)
            up->high = NULL;
        for (int i = 0; i < 6; i++)
            sum += b->history[i] * (i + 1L) + b->flags;
        free(b);
        b = up;
    }
    return sum;
}

static long trees(int count) {
    struct branch *root = NULL;
    for (int i = 0; i < count; i++)
        root = insert(root, (long)draw() % 100000);
    long sum = (long)total(root);
    return sum + close_tree(root);
}

/* Chains. */
static struct entry *table[256];

static void report(const struct entry *e) {
    printf("%s %ld\n", e->name, e->hits);
}

static struct entry *find(unsigned hash) {
    for (struct entry *e = table[hash % 256]; e; e = e->chain)
        if (e->hash == hash)
            return e;
    return NULL;
}

static void chains(int count) {
    for (int i = 0; i < count; i++) {
        unsigned hash = draw() % 4000;
        struct entry *e = find(hash);
        if (!e) {
            e = malloc(sizeof *e);
            if (!e)
                exit(1);
            *e = (struct entry){.chain = table[hash % 256], .hash = hash, .report = report};
            sprintf(e->name, "entry-%u", hash);
            table[hash % 256] = e;
        }
        e->hits++;
    }
    for (int i = 0; i < 256; i++)
        for (struct entry *e = table[i], *next; e; e = next) {
            next = e->chain;
            if (e->hits > 14)
                e->report(e);
            free(e);
        }
}

int main(void) {
    printf("%ld\n", lists(30000));
    printf("%ld\n", trees(20000));
    chains(20000);
    return 0;
}

// CHANGES dtrans-base-test: struct.branch base-test 72; struct.entry base-test 56; struct.item base-test 88; struct.payload base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.branch base-test 72; struct.entry base-test 56; struct.item base-test 88; struct.payload base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.branch shuffle 176; struct.entry shuffle 176; struct.item shuffle 272; struct.payload shuffle 88
// CHANGES dtrans-shuffle<seed=2>: struct.branch shuffle 200; struct.entry shuffle 120; struct.item shuffle 264; struct.payload shuffle 88
// CHANGES dtrans-shuffle<seed=3>: struct.branch shuffle 160; struct.entry shuffle 128; struct.item shuffle 224; struct.payload shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.branch reorder-fields 72; struct.entry reorder-fields 56; struct.item reorder-fields 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.branch reorder-fields 72; struct.entry reorder-fields 56; struct.item reorder-fields 88
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.branch shuffle 156; struct.entry shuffle 176; struct.item shuffle 240; struct.payload shuffle 88
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.branch reorder-fields+shuffle 169; struct.entry reorder-fields+shuffle 168; struct.item reorder-fields+shuffle 288; struct.payload shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.branch reorder-fields 72; struct.entry reorder-fields 56; struct.item reorder-fields 88
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.branch shuffle+shuffle 168; struct.entry shuffle+shuffle 168; struct.item shuffle+shuffle 304; struct.payload shuffle+shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.branch reorder-fields 72; struct.entry reorder-fields 56; struct.item reorder-fields 88
// CHANGES dtrans-pool<force>: struct.branch pool 56; struct.entry pool 56; struct.item pool 72
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.branch shuffle+pool 144; struct.entry shuffle+pool 56; struct.item shuffle+pool 136; struct.payload shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.branch reorder-fields+pool 56; struct.entry reorder-fields+pool 56; struct.item reorder-fields+pool 72
// CHANGES dtrans-pool<force;split>: struct.branch pool 56; struct.entry pool 56; struct.item pool 72
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.branch shuffle+pool 137; struct.entry shuffle+pool 56; struct.item shuffle+pool 152; struct.payload shuffle 104
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.branch reorder-fields+pool 64; struct.entry reorder-fields+pool 56; struct.item reorder-fields+pool 72
// CHANGES hir-canonicalize,hir-identity: chains(); close_tree(); find(); insert(); item_new(); lists(); trees(); weigh()
// CHANGES hir-canonicalize<join>,hir-identity<join>: chains(); close_tree(); find(); insert(); item_new(); lists(); trees(); weigh()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: close_tree() sinking-into-the-start
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: close_tree() sinking-into-the-start
// CHANGES hir-optimize: nothing
