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
