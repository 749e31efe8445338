/* Points of a table of rows go to the nearest of some centres, which then move to their middle. */
#include "everyday.h"

typedef struct {
    int points, centres, dims;
    double **point, **centre;
    int *nearest, *members;
} clusters;

#ifdef HAND
/* Centres lie by coordinates, so that the distances to four of them grow at a time. */
NOINLINE void assign(clusters *c) {
    int many = (c->centres + 3) / 4 * 4, dims = c->dims;
    double *by_dim = allocate((size_t)many * dims * sizeof *by_dim);
    for (int k = 0; k < c->centres; k++)
        for (int d = 0; d < dims; d++)
            by_dim[d * many + k] = c->centre[k][d];
    for (int i = 0; i < c->points; i++) {
        const double *point = c->point[i];
        double least = 1e300;
        for (int k = 0; k < many; k += 4) {
            double far[4] = {0};
            for (int d = 0; d < dims; d++)
                for (int x = 0; x < 4; x++) {
                    double off = point[d] - by_dim[d * many + k + x];
                    far[x] += off * off;
                }
            for (int x = 0; x < 4 && k + x < c->centres; x++)
                if (far[x] < least) {
                    least = far[x];
                    c->nearest[i] = k + x;
                }
        }
    }
    free(by_dim);
}
#else
NOINLINE void assign(clusters *c) {
    for (int i = 0; i < c->points; i++) {
        double least = 1e300;
        for (int k = 0; k < c->centres; k++) {
            double far = 0;
            for (int d = 0; d < c->dims; d++)
                far += (c->point[i][d] - c->centre[k][d]) * (c->point[i][d] - c->centre[k][d]);
            if (far < least) {
                least = far;
                c->nearest[i] = k;
            }
        }
    }
}
#endif

NOINLINE void move(clusters *c) {
    for (int k = 0; k < c->centres; k++) {
        c->members[k] = 1;
        for (int i = 0; i < c->points; i++)
            if (c->nearest[i] == k) {
                for (int d = 0; d < c->dims; d++)
                    c->centre[k][d] += c->point[i][d];
                c->members[k]++;
            }
        for (int d = 0; d < c->dims; d++)
            c->centre[k][d] /= c->members[k];
    }
}

int main(void) {
    clusters c = {at_run_time(SCALED(6000)), at_run_time(24), at_run_time(40), 0, 0, 0, 0};
    c.point = some_rows(c.points, c.dims, 1);
    c.centre = some_rows(c.centres, c.dims, 2);
    c.nearest = allocate((size_t)c.points * sizeof *c.nearest);
    c.members = allocate((size_t)c.centres * sizeof *c.members);
    for (int step = 0; step < 60; step++) {
        assign(&c);
        move(&c);
    }
    print_rows("centres", c.centre, c.centres, c.dims);
    print_bits("nearest", c.nearest, (size_t)c.points * sizeof *c.nearest);
    free_rows(c.point);
    free_rows(c.centre);
    free(c.nearest);
    free(c.members);
}
