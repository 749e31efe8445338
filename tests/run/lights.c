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
