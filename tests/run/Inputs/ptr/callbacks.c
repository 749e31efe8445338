/* Tables of callbacks with void * user data, registered and called elsewhere; qsort, bsearch. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct event {
    int kind;
    void *data;
    struct event *next;
};
typedef int handler(struct event *e, void *user);
struct slot {
    const char *name;
    handler *run;
    void *user;
};
struct counter {
    int seen;
    long sum;
};
struct log {
    char text[64];
    size_t used;
    struct counter *inner;
};
static int count(struct event *e, void *user) {
    struct counter *c = user;
    c->seen++;
    c->sum += *(int *)e->data;
    return c->seen;
}
static int record(struct event *e, void *user) {
    struct log *l = user;
    l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, "%d;", e->kind);
    return count(e, l->inner);
}
static struct slot slots[4];
static int slot_count;
static void on(const char *name, handler *h, void *user) {
    slots[slot_count++] = (struct slot){name, h, user};
}
static int by_name(const void *a, const void *b) {
    return strcmp(((const struct slot *)a)->name, ((const struct slot *)b)->name);
}
static int by_int(const void *a, const void *b) {
    return **(int *const *)a - **(int *const *)b;
}
static int key_to_slot(const void *key, const void *slot) {
    return strcmp(key, ((const struct slot *)slot)->name);
}
int main(void) {
    struct counter c = {0}, d = {0};
    struct log l = {.inner = &d};
    on("zeta", count, &c);
    on("beta", record, &l);
    on("alpha", count, &d);
    qsort(slots, (size_t)slot_count, sizeof *slots, by_name);
    int numbers[9], *order[9];
    struct event *queue = NULL;
    for (int i = 0; i < 9; i++) {
        numbers[i] = i * 5 % 9;
        order[i] = &numbers[i];
        struct event *e = malloc(sizeof *e);
        *e = (struct event){i, &numbers[i], queue};
        queue = e;
    }
    int r = 0;
    for (struct event *e = queue; e; e = e->next)
        for (int s = 0; s < slot_count; s++)
            r += slots[s].run(e, slots[s].user);
    qsort(order, 9, sizeof *order, by_int);
    struct slot *found = bsearch("beta", slots, (size_t)slot_count, sizeof *slots, key_to_slot);
    r += found->run(queue, found->user) + *order[4];
    printf("%d %d %ld %s\n", r, c.seen, d.sum, l.text);
    return 0;
}
