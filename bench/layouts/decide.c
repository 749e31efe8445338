/* Builds decision trees over samples, and asks them: the nodes are made one by one. */
#include <stdio.h>
#include <stdlib.h>

enum { FEATURES = 8, DEPTH = 14 };

struct sample {
    float feature[FEATURES];
    int label;
    long id;
};

struct split {
    struct split *low, *high;
    int feature, label;
    float limit;
    long seen, right;
    double gain;
    char name[12];
};

static struct sample *samples;
static int *order;
static long nodes;

static int majority(long from, long to) {
    long ones = 0;
    for (long i = from; i < to; i++)
        ones += samples[order[i]].label;
    return 2 * ones > to - from;
}

static long divide(long from, long to, int feature, float limit) {
    while (from < to) {
        if (samples[order[from]].feature[feature] < limit) {
            from++;
        } else {
            int swap = order[--to];
            order[to] = order[from];
            order[from] = swap;
        }
    }
    return from;
}

static float mean(long from, long to, int feature) {
    double sum = 0;
    for (long i = from; i < to; i++)
        sum += samples[order[i]].feature[feature];
    return (float)(sum / (double)(to - from));
}

static struct split *grow(long from, long to, int depth) {
    struct split *s = malloc(sizeof *s);
    if (!s)
        exit(1);
    s->low = s->high = NULL;
    s->feature = depth % FEATURES;
    s->label = majority(from, to);
    s->limit = 0;
    s->seen = s->right = 0;
    s->gain = (double)(to - from);
    snprintf(s->name, sizeof s->name, "n%ld", nodes++);
    if (depth == DEPTH || to - from < 4)
        return s;
    s->limit = mean(from, to, s->feature);
    long middle = divide(from, to, s->feature, s->limit);
    if (middle == from || middle == to)
        return s;
    s->low = grow(from, middle, depth + 1);
    s->high = grow(middle, to, depth + 1);
    return s;
}

static int ask(const struct split *s, const struct sample *x) {
    while (s->low)
        s = x->feature[s->feature] < s->limit ? s->low : s->high;
    return s->label;
}

static double harvest(struct split *s) {
    double sum = s->gain + (double)s->seen + s->name[1];
    if (s->low)
        sum += harvest(s->low) + harvest(s->high);
    free(s);
    return sum;
}

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 60000;
    long rounds = argc > 2 ? atol(argv[2]) : 30;
    samples = malloc((size_t)count * sizeof *samples);
    order = malloc((size_t)count * sizeof *order);
    if (!samples || !order)
        return 1;
    unsigned state = 3;
    for (long i = 0; i < count; i++) {
        for (int f = 0; f < FEATURES; f++) {
            state = state * 1664525u + 1013904223u;
            samples[i].feature[f] = (float)(state >> 8) / 16777216.0f;
        }
        samples[i].label = samples[i].feature[0] * samples[i].feature[3] > 0.25f;
        samples[i].id = i;
        order[i] = (int)i;
    }
    struct split *top = grow(0, count, 0);
    long right = 0;
    for (long r = 0; r < rounds; r++)
        for (long i = 0; i < count; i++)
            right +=
                ask(top, &samples[(i * 7919 + r) % count]) == samples[(i * 7919 + r) % count].label;
    printf("%ld nodes, %ld right, %.1f\n", nodes, right, harvest(top));
    free(samples);
    free(order);
    return 0;
}
