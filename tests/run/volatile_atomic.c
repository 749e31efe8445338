// RUN: %compare %s
/* Volatile and atomic fields: types that have them stay, their neighbours need not. */
// refused: struct device, struct shared
// private: struct request
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct device {
    char id;
    volatile unsigned control;
    short irq;
};
struct shared {
    char name;
    _Atomic long count;
    short users;
    struct request *_Atomic head;
};
struct request {
    char kind;
    struct device *device;
    short size;
    struct request *next;
    long sent;
};

static void submit(struct shared *s, struct request *r) {
    struct request *old = atomic_load(&s->head);
    do
        r->next = old;
    while (!atomic_compare_exchange_weak(&s->head, &old, r));
    atomic_fetch_add(&s->count, r->size);
}

int main(void) {
    struct device *d = calloc(2, sizeof *d);
    struct shared *s = malloc(sizeof *s);
    s->name = 's';
    s->users = 1;
    atomic_init(&s->count, 0);
    atomic_init(&s->head, NULL);
    for (int i = 0; i < 8; i++) {
        struct request *r = malloc(sizeof *r);
        r->kind = (char)('r' + i % 2);
        r->device = &d[i % 2];
        r->size = (short)(i * 16);
        r->sent = 0;
        r->device->control |= 1u << i;
        r->device->irq++;
        submit(s, r);
    }
    d[0].id = 'x', d[1].id = 'y';
    for (struct request *r = s->head, *next; r; r = next) {
        next = r->next;
        r->sent = r->size * (long)r->device->irq;
        printf("%c%c %d %ld %x\n", r->kind, r->device->id, r->size, r->sent, r->device->control);
        free(r);
    }
    long count = s->count;
    printf("%c %d %ld\n", s->name, s->users, count);
    free(s);
    free(d);
    return (int)(count % 128);
}
