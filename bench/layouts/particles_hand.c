/* particles.c with one array for each field that the loops use. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double charge;
    long born;
    char label[16];
    int group, hits;
};

static struct particle *particles;
static double *x, *y, *z, *vx, *vy, *vz, *mass;
static long count;

static double *column(void) {
    double *made = calloc((size_t)count, sizeof *made);
    if (!made)
        exit(1);
    return made;
}

static void create(void) {
    unsigned state = 12345;
    for (long i = 0; i < count; i++) {
        struct particle *p = &particles[i];
        double *to[] = {&x[i], &y[i], &z[i], &vx[i], &vy[i], &vz[i]};
        for (int k = 0; k < 6; k++) {
            state = state * 1664525u + 1013904223u;
            *to[k] = (double)(state >> 8) / 16777216.0 - (k < 3 ? 0.0 : 0.5);
        }
        mass[i] = 1 + (double)(i % 5);
        p->charge = i % 2 ? 1 : -1;
        p->born = i;
        snprintf(p->label, sizeof p->label, "p%ld", i);
        p->group = (int)(i % 8);
        p->hits = 0;
    }
}

static void move(double dt) {
    for (long i = 0; i < count; i++) {
        x[i] += vx[i] * dt;
        y[i] += vy[i] * dt;
        z[i] += vz[i] * dt;
    }
}

static void bounce(void) {
    for (long i = 0; i < count; i++) {
        if (x[i] < 0 || x[i] > 1)
            vx[i] = -vx[i];
        if (y[i] < 0 || y[i] > 1)
            vy[i] = -vy[i];
        if (z[i] < 0 || z[i] > 1)
            vz[i] = -vz[i];
    }
}

static double energy(void) {
    double sum = 0;
    for (long i = 0; i < count; i++) {
        sum += 0.5 * mass[i] * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    }
    return sum;
}

int main(int argc, char **argv) {
    long steps = argc > 2 ? atol(argv[2]) : 120;
    count = argc > 1 ? atol(argv[1]) : 200000;
    particles = calloc((size_t)count, sizeof *particles);
    if (!particles)
        return 1;
    double **all[] = {&x, &y, &z, &vx, &vy, &vz, &mass};
    for (int i = 0; i < 7; i++)
        *all[i] = column();
    create();
    double sum = 0;
    for (long i = 0; i < steps; i++) {
        move(0.001);
        bounce();
        if (i % 20 == 0)
            sum += energy();
    }
    for (long i = 0; i < count; i += 997)
        sum += x[i] + particles[i].charge + (double)particles[i].born + particles[i].label[1] +
               particles[i].group;
    printf("%.9e\n", sum);
    for (int i = 0; i < 7; i++)
        free(*all[i]);
    free(particles);
    return 0;
}
