/* Bodies in an array of structs, with the energy printed on the way. */
#include "torture.h"

#include <math.h>

typedef struct body {
    double position[3], velocity[3], mass;
} body;

static double energy(const body *b, int n) {
    double e = 0;
    for (int i = 0; i < n; i++) {
        const double *v = b[i].velocity;
        e += 0.5 * b[i].mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    }
    return e;
}

static void step(body *b, int n, double dt) {
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double d[3], square = 0.01;
            for (int k = 0; k < 3; k++) {
                d[k] = b[i].position[k] - b[j].position[k];
                square += d[k] * d[k];
            }
            double strength = dt / (square * sqrt(square));
            for (int k = 0; k < 3; k++) {
                b[i].velocity[k] -= d[k] * b[j].mass * strength;
                b[j].velocity[k] += d[k] * b[i].mass * strength;
            }
        }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            b[i].position[k] += dt * b[i].velocity[k];
}

int main(int argc, char **argv) {
    long steps = size_argument(argc, argv, 25000);
    body bodies[100];
    uint32_t state = 3;
    for (int i = 0; i < 100; i++)
        for (int k = 0; k < 3; k++) {
            bodies[i].position[k] = next_random(&state) / 4294967296.0;
            bodies[i].velocity[k] = 0;
            bodies[i].mass = 1.0 / 100;
        }
    for (long s = 0; s < steps; s++) {
        step(bodies, 100, 1e-4);
        checkpoint();
        if (s % 2500 == 0)
            printf("%ld %a\n", s, energy(bodies, 100));
    }
    printf("%a %a\n", energy(bodies, 100), bodies[7].position[1]);
    return 0;
}
