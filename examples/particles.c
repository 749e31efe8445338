/* Particles that fall, as a person would write them: one struct for all that is known of a
 * particle. Each round touches two of its nine fields; the others come through the cache with them.
 * The tutorial (docs/tutorial.md) makes this program faster without changing a line of it. */
#include <stdio.h>
#include <stdlib.h>

struct particle {
    double height, speed;
    double mass, charge, temperature;
    long id;
    int kind, collisions;
    char name[16];
};

static double energy(const struct particle *all, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += all[i].mass * (9.81 * all[i].height + all[i].speed * all[i].speed / 2);
    return sum;
}

static void advance(struct particle *all, int count, double time) {
    for (int i = 0; i < count; i++) {
        all[i].speed -= 9.81 * time;
        all[i].height += all[i].speed * time;
    }
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1000000, rounds = argc > 2 ? atoi(argv[2]) : 100;
    struct particle *all = malloc((size_t)count * sizeof *all);
    if (!all)
        return 1;
    for (int i = 0; i < count; i++) {
        all[i] = (struct particle){.height = i % 1000, .mass = 1 + i % 7, .id = i, .kind = i % 3};
        snprintf(all[i].name, sizeof all[i].name, "p%d", i);
    }
    for (int round = 0; round < rounds; round++)
        advance(all, count, 0.001);
    printf("energy %.6e of %ld particles, the last is %s\n", energy(all, count),
           all[count - 1].id + 1, all[count - 1].name);
    free(all);
    return 0;
}
