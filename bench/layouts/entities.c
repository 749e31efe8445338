/* A game loop: each system goes through all entities and uses a few of their fields. */
#include <stdio.h>
#include <stdlib.h>

struct entity {
    float x, y, dx, dy;
    int health, armour, team, alive;
    float angle, turn;
    char name[32];
    long owner, created, score;
    float colour[4];
    int sprite, frame, sound, layer;
};

static struct entity *entities;
static long count;

static void spawn(void) {
    unsigned state = 17;
    for (long i = 0; i < count; i++) {
        struct entity *e = &entities[i];
        state = state * 1664525u + 1013904223u;
        e->x = (float)(state >> 16 & 1023);
        e->y = (float)(state & 1023);
        e->dx = (float)(state >> 8 & 7) - 3.5f;
        e->dy = (float)(state >> 12 & 7) - 3.5f;
        e->health = 100;
        e->armour = (int)(i % 4);
        e->team = (int)(i % 2);
        e->alive = 1;
        e->angle = 0;
        e->turn = (float)(i % 10) * 0.1f;
        snprintf(e->name, sizeof e->name, "entity %ld", i);
        e->owner = i / 100;
        e->created = i;
        e->score = 0;
        for (int k = 0; k < 4; k++)
            e->colour[k] = (float)k * 0.25f;
        e->sprite = e->frame = e->sound = e->layer = (int)(i % 16);
    }
}

static void move_all(void) {
    for (long i = 0; i < count; i++) {
        entities[i].x += entities[i].dx;
        entities[i].y += entities[i].dy;
    }
}

static void turn_all(void) {
    for (long i = 0; i < count; i++)
        entities[i].angle += entities[i].turn;
}

static long hurt_all(int tick) {
    long dead = 0;
    for (long i = 0; i < count; i++) {
        if (!entities[i].alive || (i + tick) % 8)
            continue;
        entities[i].health -= 4 - entities[i].armour;
        if (entities[i].health <= 0) {
            entities[i].alive = 0;
            dead++;
        }
    }
    return dead;
}

static double draw_some(void) {
    double sum = 0;
    for (long i = 0; i < count; i += 128) {
        const struct entity *e = &entities[i];
        sum += e->colour[1] + (float)(e->sprite + e->frame + e->sound + e->layer) + e->name[0] +
               (double)(e->owner + e->created + e->score + e->team);
    }
    return sum;
}

int main(int argc, char **argv) {
    int ticks = argc > 2 ? atoi(argv[2]) : 150;
    count = argc > 1 ? atol(argv[1]) : 200000;
    entities = malloc((size_t)count * sizeof *entities);
    if (!entities)
        return 1;
    spawn();
    double sum = 0;
    for (int t = 0; t < ticks; t++) {
        move_all();
        turn_all();
        sum += (double)hurt_all(t);
        if (t % 10 == 0)
            sum += draw_some();
    }
    for (long i = 0; i < count; i += 11)
        sum += entities[i].x + entities[i].y + entities[i].angle + (float)entities[i].health;
    printf("%.6e\n", sum);
    free(entities);
    return 0;
}
