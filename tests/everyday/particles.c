// RUN: %python %tests/everyday/everyday.py %s
/* Particles in structs; forces with square roots of what may be negative. */
#include "everyday.h"
struct particle {
    double x[3], v[3], mass;
    int kind;
};
void forces(int n, const struct particle *p, double (*f)[3], double near) {
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < n; i++)
            f[i][d] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double r = -near;
            for (int d = 0; d < 3; d++)
                r += (p[i].x[d] - p[j].x[d]) * (p[i].x[d] - p[j].x[d]);
            double s = i == j ? 0 : p[j].mass / (sqrt(r) * r + 1);
            for (int d = 0; d < 3; d++)
                f[i][d] += s == s ? s * (p[j].x[d] - p[i].x[d]) : 0;
        }
}
void move(int n, struct particle *p, const double (*f)[3], double dt) {
    for (int d = 0; d < 3; d++)
        for (int i = 0; i < n; i++) {
            p[i].v[d] += f[i][d] / p[i].mass * dt;
            p[i].x[d] += p[i].v[d] * dt;
        }
}
int main(void) {
    static struct particle p[60];
    static double f[400][3];
    for (int i = 0; i < 60; i++) {
        fill(p[i].x, 3), fill(p[i].v, 3);
        p[i].mass = 1 + i, p[i].kind = i % 3;
    }
    forces(60, p, f, 0), move(60, p, (const void *)f, 0.1);
    printf("errno %d\n", errno);
    forces(60, p, f, 0.1), move(60, p, (const void *)f, 0.1);
    printf("errno %d\n", errno);
    show("p", p, sizeof p), show("f", f, sizeof f);
    move(40, p, (const void *)p, 0.01);
    forces(30, p, (void *)&p[35], 0);
    show("p", p, sizeof p);
}

// CHANGES hir-optimize: move()
