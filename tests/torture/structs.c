/* Structs in structs, arrays of them, passed and returned by value. */
#include "torture.h"

typedef struct vec {
    float x, y, z;
} vec;
typedef struct particle {
    vec at, speed;
    union {
        uint32_t id;
        unsigned char bytes[4];
    } tag;
    unsigned kind : 3, age : 13;
} particle;
typedef struct world {
    particle all[500];
    particle *oldest;
    struct {
        vec low, high;
    } box;
    long steps;
} world;

static vec add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static particle move(particle p, const world *w) {
    p.at = add(p.at, p.speed);
    if (p.at.x < w->box.low.x || p.at.x > w->box.high.x)
        p.speed.x = -p.speed.x;
    if (p.at.y < w->box.low.y || p.at.y > w->box.high.y)
        p.speed.y = -p.speed.y;
    if (p.at.z < w->box.low.z || p.at.z > w->box.high.z)
        p.speed.z = -p.speed.z;
    p.age++;
    p.tag.bytes[p.kind % 4]++;
    return p;
}

int main(int argc, char **argv) {
    long n = size_argument(argc, argv, 120000);
    world w = {.box = {{-1, -1, -1}, {1, 1, 1}}};
    uint32_t state = 71;
    for (int i = 0; i < 500; i++) {
        float v = (float)(next_random(&state) % 1000) * 1e-5f;
        w.all[i] = (particle){.speed = {v, 2 * v, 0.01f - v}, .kind = (unsigned)i % 8};
        w.all[i].age = (unsigned)i;
    }
    w.oldest = &w.all[0];
    for (; w.steps < n; w.steps++) {
        for (int i = 0; i < 500; i++) {
            w.all[i] = move(w.all[i], &w);
            if (w.all[i].age > w.oldest->age)
                w.oldest = &w.all[i];
        }
        if (w.steps % 20 == 0)
            checkpoint();
    }
    uint64_t hash = 0;
    for (int i = 0; i < 500; i++) {
        hash = mix_double(mix_double(hash, w.all[i].at.x), w.all[i].speed.z);
        hash = mix(hash, w.all[i].tag.id + w.all[i].age);
    }
    printf("%016llx %ld\n", (unsigned long long)hash, (long)(w.oldest - w.all));
    return 0;
}
