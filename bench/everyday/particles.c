/* The forces between particles, each of which is a struct, and their next places. */
#include "everyday.h"

#include <math.h>

typedef struct {
    double x, y, z, vx, vy, vz, mass;
} particle;

#ifdef HAND
enum { AT_ONCE = 4 };

/* Four particles at a time: each gets what the others add to it in their order. */
static void pull(const particle *p, int count, int first, double acc[3][AT_ONCE]) {
    double x[AT_ONCE], y[AT_ONCE], z[AT_ONCE];
    for (int k = 0; k < AT_ONCE; k++) {
        x[k] = p[first + k].x;
        y[k] = p[first + k].y;
        z[k] = p[first + k].z;
        acc[0][k] = acc[1][k] = acc[2][k] = 0;
    }
    for (int j = 0; j < count; j++)
        for (int k = 0; k < AT_ONCE; k++) {
            double dx = p[j].x - x[k], dy = p[j].y - y[k], dz = p[j].z - z[k];
            double d2 = dx * dx + dy * dy + dz * dz + 1e-3;
            double by = p[j].mass / (d2 * __builtin_elementwise_sqrt(d2));
            acc[0][k] += by * dx;
            acc[1][k] += by * dy;
            acc[2][k] += by * dz;
        }
}

NOINLINE void forces(particle *p, int count, double dt) {
    for (int i = 0; i < count; i += AT_ONCE) {
        int first = i + AT_ONCE <= count ? i : count - AT_ONCE;
        double acc[3][AT_ONCE];
        pull(p, count, first, acc);
        for (int k = i - first; k < AT_ONCE; k++) {
            p[first + k].vx += acc[0][k] * dt;
            p[first + k].vy += acc[1][k] * dt;
            p[first + k].vz += acc[2][k] * dt;
        }
    }
}
#else
NOINLINE void forces(particle *p, int count, double dt) {
    for (int i = 0; i < count; i++) {
        double ax = 0, ay = 0, az = 0;
        for (int j = 0; j < count; j++) {
            double dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
            double d2 = dx * dx + dy * dy + dz * dz + 1e-3;
            double by = p[j].mass / (d2 * sqrt(d2));
            ax += by * dx;
            ay += by * dy;
            az += by * dz;
        }
        p[i].vx += ax * dt;
        p[i].vy += ay * dt;
        p[i].vz += az * dt;
    }
}
#endif

NOINLINE void move(particle *p, int count, double dt) {
    for (int i = 0; i < count; i++) {
        p[i].x += p[i].vx * dt;
        p[i].y += p[i].vy * dt;
        p[i].z += p[i].vz * dt;
    }
}

int main(void) {
    int count = at_run_time(SCALED(1600));
    particle *p = (particle *)some_doubles((size_t)count * 7, 1);
    for (int step = 0; step < 24; step++) {
        forces(p, count, 1e-4);
        move(p, count, 1e-4);
    }
    print_bits("particles", p, (size_t)count * sizeof *p);
    free(p);
}
