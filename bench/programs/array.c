/* An array of bodies that grows as they are added: most passes over it move the bodies, few look at
 * the rest of them. */
#include <stdio.h>
#include <stdlib.h>

enum { BODIES = 20000, STEPS = 30 };

struct point {
    float x, y;
};

struct body {
    char alive;
    double energy; /* cold */
    short kind;
    struct point at;
    char visible; /* never read */
    struct point speed;
    long created;           /* never read */
    unsigned char color[3]; /* cold */
    int scale;              /* always the same */
    unsigned hits;
};

struct world {
    struct body *bodies;
    size_t count, room;
};

static struct body *world_add(struct world *world) {
    if (world->count == world->room) {
        world->room = world->room ? world->room * 2 : 16;
        world->bodies = realloc(world->bodies, world->room * sizeof *world->bodies);
        if (!world->bodies)
            exit(1);
    }
    return &world->bodies[world->count++];
}

static void fill(struct world *world) {
    for (unsigned i = 0; i < BODIES; i++) {
        struct body *body = world_add(world);
        body->alive = i % 11 != 0;
        body->energy = i * 0.25;
        body->kind = (short)(i % 4);
        body->at = (struct point){(float)(i % 100), (float)(i % 77)};
        body->visible = i % 2 == 0;
        body->speed = (struct point){(float)(i % 3) - 1, (float)(i % 5) - 2};
        body->created = 20200101L + i;
        body->color[0] = body->color[1] = body->color[2] = (unsigned char)i;
        body->scale = 2;
        body->hits = 0;
    }
}

static void step(struct world *world) {
    for (struct body *body = world->bodies; body < world->bodies + world->count; body++) {
        if (!body->alive)
            continue;
        body->at.x += body->speed.x * (float)body->scale;
        body->at.y += body->speed.y * (float)body->scale;
        if (body->at.x < 0 || body->at.x > 100) {
            body->speed.x = -body->speed.x;
            body->hits++;
        }
        if (body->at.y < 0 || body->at.y > 100) {
            body->speed.y = -body->speed.y;
            body->hits++;
        }
    }
}

static double report(const struct world *world) {
    double sum = 0;
    for (size_t i = 0; i < world->count; i++) {
        const struct body *body = &world->bodies[i];
        sum += body->energy + body->color[1] + body->kind + (double)body->hits + body->at.x;
    }
    return sum;
}

int main(void) {
    struct world world = {NULL, 0, 0};
    fill(&world);
    for (int i = 0; i < STEPS; i++)
        step(&world);
    printf("%zu %.3f\n", world.count, report(&world));
    free(world.bodies);
    return 0;
}
