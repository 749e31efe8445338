/* A warehouse that receives, sells and restocks items for some days, then prints what is left.
 *
 * The structs are written in the order in which a person thinks of the fields. Every small field
 * between large ones makes the compiler insert padding, and fields that are hardly ever used share
 * cache lines with those that every loop reads. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct price {
    char currency;
    double amount;
    char per_dozen;
};

struct item {
    char active;
    uint64_t id;
    char shelf;
    double weight;
    char fragile;
    struct price price;
    short stock;
    char note[21]; /* written once, never read in a loop */
    int sold;
    struct item *next;
    char reorder;
    long restocked_on;
};

struct order {
    char urgent;
    struct item *item;
    short count;
    struct order *next;
    char paid;
};

struct warehouse {
    struct item *items[64];
    char open;
    struct order *pending;
    int day;
    double revenue;
    uint32_t random;
};

static uint32_t next_random(struct warehouse *w) {
    w->random = w->random * 1664525u + 1013904223u;
    return w->random >> 16;
}

static struct item *new_item(struct warehouse *w, uint64_t id) {
    struct item *item = calloc(1, sizeof *item);
    if (!item)
        exit(1);
    item->active = 1;
    item->id = id;
    item->shelf = (char)('A' + id % 26);
    item->weight = 0.5 + (double)(next_random(w) % 100) / 10;
    item->fragile = next_random(w) % 5 == 0;
    item->price.currency = 'E';
    item->price.amount = 1 + (double)(next_random(w) % 500) / 4;
    item->stock = 20;
    snprintf(item->note, sizeof item->note, "item %llu", (unsigned long long)id);
    return item;
}

static void fill(struct warehouse *w, unsigned count) {
    for (unsigned id = 0; id < count; id++) {
        struct item *item = new_item(w, id);
        struct item **bucket = &w->items[id % 64];
        item->next = *bucket;
        *bucket = item;
    }
}

static struct item *find(struct warehouse *w, uint64_t id) {
    for (struct item *item = w->items[id % 64]; item; item = item->next)
        if (item->id == id)
            return item;
    return NULL;
}

static void place_orders(struct warehouse *w, unsigned items) {
    for (int i = 0; i < 50; i++) {
        struct order *order = calloc(1, sizeof *order);
        if (!order)
            exit(1);
        order->item = find(w, next_random(w) % items);
        order->count = (short)(1 + next_random(w) % 4);
        order->urgent = next_random(w) % 10 == 0;
        order->next = w->pending;
        w->pending = order;
    }
}

static void ship_orders(struct warehouse *w) {
    while (w->pending) {
        struct order *order = w->pending;
        struct item *item = order->item;
        w->pending = order->next;
        if (item && item->active && item->stock >= order->count) {
            item->stock = (short)(item->stock - order->count);
            item->sold += order->count;
            order->paid = 1;
            w->revenue += item->price.amount * order->count * (order->urgent ? 1.25 : 1.0);
        }
        free(order);
    }
}

static void restock(struct warehouse *w) {
    for (int i = 0; i < 64; i++)
        for (struct item *item = w->items[i]; item; item = item->next) {
            item->reorder = item->stock < 5;
            if (item->reorder) {
                item->stock = (short)(item->stock + 20);
                item->restocked_on = w->day;
            }
        }
}

static void report(const struct warehouse *w) {
    long stock = 0, sold = 0;
    double weight = 0;
    for (int i = 0; i < 64; i++)
        for (const struct item *item = w->items[i]; item; item = item->next) {
            stock += item->stock;
            sold += item->sold;
            weight += item->weight * item->stock;
        }
    printf("day %d: %ld in stock (%.1f kg), %ld sold, revenue %.2f\n", w->day, stock, weight, sold,
           w->revenue);
}

static void empty(struct warehouse *w) {
    for (int i = 0; i < 64; i++)
        while (w->items[i]) {
            struct item *item = w->items[i];
            w->items[i] = item->next;
            free(item);
        }
}

int main(void) {
    struct warehouse w = {.open = 1, .random = 42};
    enum { ITEMS = 2000, DAYS = 365 };
    fill(&w, ITEMS);
    for (w.day = 1; w.day <= DAYS; w.day++) {
        place_orders(&w, ITEMS);
        ship_orders(&w);
        if (w.day % 7 == 0)
            restock(&w);
    }
    report(&w);
    empty(&w);
    return 0;
}
