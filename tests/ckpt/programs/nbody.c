// RUN: %torture --kills=4 --damage=1 %s
// REQUIRES: ckpt-runtime
// Bodies in global structs; the loop is in a function that main calls.
#include <math.h>
#include <stdio.h>
void checkpoint(void);
struct body {
    double x[3], v[3], m;
} bodies[12];
static void advance(double dt) {
    for (int i = 0; i < 12; i++)
        for (int j = i + 1; j < 12; j++) {
            double d[3], q = 0.01;
            for (int k = 0; k < 3; k++) {
                d[k] = bodies[i].x[k] - bodies[j].x[k];
                q += d[k] * d[k];
            }
            double g = dt / (q * sqrt(q));
            for (int k = 0; k < 3; k++) {
                bodies[i].v[k] -= d[k] * bodies[j].m * g;
                bodies[j].v[k] += d[k] * bodies[i].m * g;
            }
        }
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < 3; k++)
            bodies[i].x[k] += dt * bodies[i].v[k];
}
static void run(int steps) {
    for (int s = 0; s < steps; s++) {
        advance(0.001);
        checkpoint();
    }
}
int main(void) {
    for (int i = 0; i < 12; i++) {
        bodies[i].m = 1 + i;
        for (int k = 0; k < 3; k++)
            bodies[i].x[k] = (i * 7 + k * 3) % 11;
    }
    run(120);
    printf("%.17g %.17g\n", bodies[3].x[0], bodies[7].v[2]);
}
