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
