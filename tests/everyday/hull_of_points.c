// RUN: %python %tests/everyday/everyday.py %s
/* Distances of points in arrays of structs and in structs of arrays. */
#include "everyday.h"
enum { N = 60 };
struct point {
    float x, y;
};
struct points {
    int count;
    float *x, *y;
};
void distances(int n, const struct point *p, double *d) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[j * n + i] = hypot(p[i].x - p[j].x, p[i].y - p[j].y);
}
void apart(const struct points *p, float *d) {
    for (int i = 0; i < p->count; i++)
        for (int j = 0; j < p->count; j++) {
            float x = p->x[i] - p->x[j], y = p->y[i] - p->y[j];
            d[j * p->count + i] = x * x + y * y;
        }
}
int main(void) {
    static struct point p[N];
    static float x[N * N], y[N], d[N * N];
    static double far[N * N];
    for (int i = 0; i < N; i++) {
        p[i].x = x[i] = (float)(draw() % 1000), p[i].y = y[i] = (float)(draw() % 999);
    }
    struct points s = {N, x, y};
    distances(N, p, far), apart(&s, d);
    show("far", far, sizeof far), show("d", d, sizeof d);
    apart(&s, x);
    s.count = 7, apart(&s, y);
    show("x", x, sizeof x), show("y", y, sizeof y);
}

// CHANGES hir-optimize: apart()
