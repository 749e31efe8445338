// RUN: %compare %s
/* A discrete-event simulation: patients wait in embedded lists of wards, events in a heap. */
// private: struct patient, struct list, struct ward, struct event, struct simulation
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct patient {
    uint8_t urgency;
    struct patient *next, *prev;
    uint32_t arrived;
    uint16_t id;
    uint32_t waited;
    uint8_t moves;
};
struct list {
    struct patient *first, *last;
    uint16_t length;
};
struct ward {
    char name;
    struct list waiting;
    uint8_t free_beds;
    struct list inside;
    uint32_t treated;
    struct ward *up;
};
enum what { ARRIVE, LEAVE };
struct event {
    uint8_t what;
    uint32_t time;
    struct ward *ward;
    struct patient *patient;
};
struct simulation {
    uint32_t now, seed;
    struct event *heap;
    uint16_t length, capacity;
    struct ward wards[3];
    uint64_t waited;
};

static uint32_t rnd(struct simulation *s) {
    s->seed = s->seed * 1103515245u + 12345u;
    return s->seed >> 16;
}

static void append(struct list *l, struct patient *p) {
    p->next = NULL;
    p->prev = l->last;
    if (l->last)
        l->last->next = p;
    else
        l->first = p;
    l->last = p;
    l->length++;
}
static void detach(struct list *l, struct patient *p) {
    if (p->prev)
        p->prev->next = p->next;
    else
        l->first = p->next;
    if (p->next)
        p->next->prev = p->prev;
    else
        l->last = p->prev;
    l->length--;
}

static void schedule(struct simulation *s, struct event e) {
    if (s->length == s->capacity) {
        s->capacity = (uint16_t)(s->capacity * 2 + 4);
        s->heap = realloc(s->heap, s->capacity * sizeof *s->heap);
    }
    uint16_t i = s->length++;
    while (i && s->heap[(i - 1) / 2].time > e.time) {
        s->heap[i] = s->heap[(i - 1) / 2];
        i = (uint16_t)((i - 1) / 2);
    }
    s->heap[i] = e;
}
static struct event next_event(struct simulation *s) {
    struct event top = s->heap[0], last = s->heap[--s->length];
    uint16_t i = 0, child;
    while ((child = (uint16_t)(2 * i + 1)) < s->length) {
        if (child + 1 < s->length && s->heap[child + 1].time < s->heap[child].time)
            child++;
        if (last.time <= s->heap[child].time)
            break;
        s->heap[i] = s->heap[child];
        i = child;
    }
    s->heap[i] = last;
    return top;
}

static void admit(struct simulation *s, struct ward *w) {
    while (w->free_beds && w->waiting.first) {
        struct patient *best = w->waiting.first;
        for (struct patient *p = best; p; p = p->next)
            if (p->urgency > best->urgency)
                best = p;
        detach(&w->waiting, best);
        append(&w->inside, best);
        w->free_beds--;
        best->waited += s->now - best->arrived;
        schedule(s, (struct event){LEAVE, s->now + 5 + rnd(s) % 20, w, best});
    }
}

static void leave(struct simulation *s, struct ward *w, struct patient *p) {
    detach(&w->inside, p);
    w->free_beds++;
    w->treated++;
    if (w->up && rnd(s) % 3 == 0) {
        p->moves++;
        p->arrived = s->now;
        append(&w->up->waiting, p);
        admit(s, w->up);
    } else {
        s->waited += p->waited;
        printf("%u: %u leaves %c after %u, %u moves\n", s->now, p->id, w->name, p->waited, p->moves);
        free(p);
    }
    admit(s, w);
}

int main(void) {
    struct simulation *s = calloc(1, sizeof *s);
    s->seed = 7;
    for (int i = 0; i < 3; i++) {
        s->wards[i].name = (char)('A' + i);
        s->wards[i].free_beds = (uint8_t)(4 - i);
        s->wards[i].up = i < 2 ? &s->wards[i + 1] : NULL;
    }
    for (uint16_t i = 0; i < 60; i++) {
        struct patient *p = calloc(1, sizeof *p);
        p->id = i;
        p->urgency = (uint8_t)(rnd(s) % 4);
        schedule(s, (struct event){ARRIVE, rnd(s) % 150, &s->wards[i % 2], p});
    }
    while (s->length) {
        struct event e = next_event(s);
        s->now = e.time;
        if (e.what == LEAVE) {
            leave(s, e.ward, e.patient);
            continue;
        }
        e.patient->arrived = s->now;
        append(&e.ward->waiting, e.patient);
        admit(s, e.ward);
    }
    uint32_t treated = 0;
    for (int i = 0; i < 3; i++) {
        struct ward *w = &s->wards[i];
        printf("%c %u %u %u %u\n", w->name, w->treated, w->free_beds, w->waiting.length,
               w->inside.length);
        treated += w->treated;
    }
    printf("%u %llu\n", s->now, (unsigned long long)s->waited);
    free(s->heap);
    free(s);
    return (int)treated;
}

// CHANGES dtrans-base-test: struct.event base-test 24; struct.list base-test 24; struct.patient base-test 40; struct.simulation base-test 272; struct.ward base-test 80
// CHANGES dtrans-base-test<ptr-as-int>: struct.event base-test 24; struct.list base-test 24; struct.patient base-test 40; struct.simulation base-test 272; struct.ward base-test 80
// CHANGES dtrans-shuffle<seed=1>: struct.event shuffle 114; struct.list shuffle 104; struct.patient shuffle 144; struct.simulation shuffle 1152; struct.ward shuffle 336
// CHANGES dtrans-shuffle<seed=2>: struct.event shuffle 104; struct.list shuffle 104; struct.patient shuffle 136; struct.simulation shuffle 1192; struct.ward shuffle 352
// CHANGES dtrans-shuffle<seed=3>: struct.event shuffle 85; struct.list shuffle 104; struct.patient shuffle 144; struct.simulation shuffle 1080; struct.ward shuffle 320
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.patient reorder-fields 32; struct.simulation reorder-fields 224; struct.ward reorder-fields 64
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.patient reorder-fields 32; struct.simulation reorder-fields 224; struct.ward reorder-fields 64
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.event shuffle 112; struct.list shuffle 104; struct.patient shuffle 152; struct.simulation shuffle 1152; struct.ward shuffle 336
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.event shuffle 112; struct.list shuffle 96; struct.patient reorder-fields+shuffle 144; struct.simulation reorder-fields+shuffle 1080; struct.ward reorder-fields+shuffle 312
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.patient reorder-fields 32; struct.simulation reorder-fields 224; struct.ward reorder-fields 64
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.event shuffle+shuffle 106; struct.list shuffle+shuffle 120; struct.patient shuffle+shuffle 152; struct.simulation shuffle+shuffle 1256; struct.ward shuffle+shuffle 360
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.patient reorder-fields 32; struct.simulation reorder-fields 224; struct.ward reorder-fields 64
// CHANGES dtrans-pool<force>: struct.event pool 16; struct.list pool 12; struct.patient pool 20; struct.simulation pool 152; struct.ward pool 40
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.event shuffle+pool 16; struct.list shuffle+pool 12; struct.patient shuffle+pool 20; struct.simulation shuffle+pool 264; struct.ward shuffle+pool 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.event pool 16; struct.list pool 12; struct.patient reorder-fields+pool 20; struct.simulation reorder-fields+pool 144; struct.ward reorder-fields+pool 36
// CHANGES dtrans-pool<force;split>: struct.event pool 16; struct.list pool 12; struct.patient pool 24; struct.simulation pool 152; struct.ward pool 40
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.event shuffle+pool 99; struct.list shuffle+pool 12; struct.patient shuffle+pool 24; struct.simulation shuffle+pool 152; struct.ward shuffle+pool 40
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.event pool 16; struct.list pool 12; struct.patient reorder-fields+pool 24; struct.simulation reorder-fields+pool 144; struct.ward reorder-fields+pool 36
// CHANGES hir-canonicalize,hir-identity: admit(); main(); next_event(); schedule()
// CHANGES hir-canonicalize<join>,hir-identity<join>: admit(); main(); next_event(); schedule()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: main() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: main() distribution
// CHANGES hir-optimize: nothing
