/* Particles in a box: positions move in every step, charges and labels are there for the report. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double x, y, z;
    double vx, vy, vz;
    double mass, charge;
    long born;
    char label[16];
    int group, hits;
};

static struct particle *particles;
static long count;

static void create(void) {
    unsigned state = 12345;
    for (long i = 0; i < count; i++) {
        struct particle *p = &particles[i];
        double *to[] = {&p->x, &p->y, &p->z, &p->vx, &p->vy, &p->vz};
        for (int k = 0; k < 6; k++) {
            state = state * 1664525u + 1013904223u;
            *to[k] = (double)(state >> 8) / 16777216.0 - (k < 3 ? 0.0 : 0.5);
        }
        p->mass = 1 + (double)(i % 5);
        p->charge = i % 2 ? 1 : -1;
        p->born = i;
        snprintf(p->label, sizeof p->label, "p%ld", i);
        p->group = (int)(i % 8);
        p->hits = 0;
    }
}

static void move(double dt) {
    for (long i = 0; i < count; i++) {
        particles[i].x += particles[i].vx * dt;
        particles[i].y += particles[i].vy * dt;
        particles[i].z += particles[i].vz * dt;
    }
}

static void bounce(void) {
    for (long i = 0; i < count; i++) {
        struct particle *p = &particles[i];
        if (p->x < 0 || p->x > 1)
            p->vx = -p->vx;
        if (p->y < 0 || p->y > 1)
            p->vy = -p->vy;
        if (p->z < 0 || p->z > 1)
            p->vz = -p->vz;
    }
}

static double energy(void) {
    double sum = 0;
    for (long i = 0; i < count; i++) {
        const struct particle *p = &particles[i];
        sum += 0.5 * p->mass * (p->vx * p->vx + p->vy * p->vy + p->vz * p->vz);
    }
    return sum;
}

int main(int argc, char **argv) {
    long steps = argc > 2 ? atol(argv[2]) : 120;
    count = argc > 1 ? atol(argv[1]) : 200000;
    particles = calloc((size_t)count, sizeof *particles);
    if (!particles)
        return 1;
    create();
    double sum = 0;
    for (long i = 0; i < steps; i++) {
        move(0.001);
        bounce();
        if (i % 20 == 0)
            sum += energy();
    }
    for (long i = 0; i < count; i += 997)
        sum += particles[i].x + particles[i].charge + (double)particles[i].born +
               particles[i].label[1] + particles[i].group;
    printf("%.9e\n", sum);
    free(particles);
    return 0;
}
