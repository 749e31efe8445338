/* Molecular dynamics with neighbour lists: forces are computed from positions of near atoms. */
#include <stdio.h>
#include <stdlib.h>

enum { NEIGHBOURS = 12 };

struct atom {
    double position[3];
    double velocity[3];
    double force[3];
    double mass, charge, radius;
    int element, residue;
    char name[8];
    long serial;
};

static struct atom *atoms;
static int *neighbours;
static long count;

static void create(void) {
    unsigned state = 7;
    for (long i = 0; i < count; i++) {
        struct atom *a = &atoms[i];
        for (int d = 0; d < 3; d++) {
            state = state * 1664525u + 1013904223u;
            a->position[d] = (double)(i % 100) + (double)(state >> 8) / 16777216.0;
            a->velocity[d] = a->force[d] = 0;
        }
        a->mass = 12;
        a->charge = i % 3 - 1.0;
        a->radius = 1.5;
        a->element = 6;
        a->residue = (int)(i / 10);
        snprintf(a->name, sizeof a->name, "C%ld", i % 1000);
        a->serial = i;
        for (int k = 0; k < NEIGHBOURS; k++) {
            state = state * 1664525u + 1013904223u;
            neighbours[i * NEIGHBOURS + k] =
                (int)((unsigned long)(i + state % 2000) % (unsigned long)count);
        }
    }
}

static void find_forces(void) {
    for (long i = 0; i < count; i++) {
        double f0 = 0, f1 = 0, f2 = 0;
        double x = atoms[i].position[0], y = atoms[i].position[1], z = atoms[i].position[2];
        for (int k = 0; k < NEIGHBOURS; k++) {
            const struct atom *b = &atoms[neighbours[i * NEIGHBOURS + k]];
            double dx = x - b->position[0], dy = y - b->position[1], dz = z - b->position[2];
            double scale = 1 / (dx * dx + dy * dy + dz * dz + 0.1);
            f0 += dx * scale;
            f1 += dy * scale;
            f2 += dz * scale;
        }
        atoms[i].force[0] = f0;
        atoms[i].force[1] = f1;
        atoms[i].force[2] = f2;
    }
}

static void move(double dt) {
    for (long i = 0; i < count; i++) {
        struct atom *a = &atoms[i];
        for (int d = 0; d < 3; d++) {
            a->velocity[d] += a->force[d] * dt / a->mass;
            a->position[d] += a->velocity[d] * dt;
        }
    }
}

int main(int argc, char **argv) {
    long steps = argc > 2 ? atol(argv[2]) : 15;
    count = argc > 1 ? atol(argv[1]) : 120000;
    atoms = malloc((size_t)count * sizeof *atoms);
    neighbours = malloc((size_t)count * NEIGHBOURS * sizeof *neighbours);
    if (!atoms || !neighbours)
        return 1;
    create();
    for (long i = 0; i < steps; i++) {
        find_forces();
        move(0.01);
    }
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += atoms[i].position[0] + atoms[i].velocity[1];
    for (long i = 0; i < count; i += 1009)
        sum += atoms[i].charge + atoms[i].radius + atoms[i].element + atoms[i].residue +
               atoms[i].name[0] + (double)atoms[i].serial;
    printf("%.9e\n", sum);
    free(atoms);
    free(neighbours);
    return 0;
}
