/* entities.c with one array for each field that a system goes through. */
#include <stdio.h>
#include <stdlib.h>

struct entity {
    int team;
    char name[32];
    long owner, created, score;
    float colour[4];
    int sprite, frame, sound, layer;
};

static struct entity *entities;
static float *x, *y, *dx, *dy, *angle, *turn;
static int *health, *armour, *alive;
static long count;

static void *column(size_t size) {
    void *made = malloc((size_t)count * size);
    if (!made)
        exit(1);
    return made;
}

static void spawn(void) {
    unsigned state = 17;
    for (long i = 0; i < count; i++) {
        struct entity *e = &entities[i];
        state = state * 1664525u + 1013904223u;
        x[i] = (float)(state >> 16 & 1023);
        y[i] = (float)(state & 1023);
        dx[i] = (float)(state >> 8 & 7) - 3.5f;
        dy[i] = (float)(state >> 12 & 7) - 3.5f;
        health[i] = 100;
        armour[i] = (int)(i % 4);
        e->team = (int)(i % 2);
        alive[i] = 1;
        angle[i] = 0;
        turn[i] = (float)(i % 10) * 0.1f;
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
        x[i] += dx[i];
        y[i] += dy[i];
    }
}

static void turn_all(void) {
    for (long i = 0; i < count; i++)
        angle[i] += turn[i];
}

static long hurt_all(int tick) {
    long dead = 0;
    for (long i = 0; i < count; i++) {
        if (!alive[i] || (i + tick) % 8)
            continue;
        health[i] -= 4 - armour[i];
        if (health[i] <= 0) {
            alive[i] = 0;
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
    float **floats[] = {&x, &y, &dx, &dy, &angle, &turn};
    int **ints[] = {&health, &armour, &alive};
    for (int i = 0; i < 6; i++)
        *floats[i] = column(sizeof **floats[i]);
    for (int i = 0; i < 3; i++)
        *ints[i] = column(sizeof **ints[i]);
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
        sum += x[i] + y[i] + angle[i] + (float)health[i];
    printf("%.6e\n", sum);
    for (int i = 0; i < 6; i++)
        free(*floats[i]);
    for (int i = 0; i < 3; i++)
        free(*ints[i]);
    free(entities);
    return 0;
}
