// RUN: %compare %s
/* Large structs by value: copied in, returned through memory, through pointers to functions. */
// private: struct state, struct frame
#include <stdio.h>
#include <stdlib.h>

struct frame {
    char kind;
    long slots[3];
    short depth;
    double weight;
};
struct state {
    unsigned char step;
    struct frame top;
    unsigned long hash;
    struct frame under;
    char note[5];
};
typedef struct state step_fn(struct state s, int by);

static unsigned long mix(struct frame f, unsigned long h) {
    for (int i = 0; i < 3; i++)
        h = h * 131 + (unsigned long)f.slots[i];
    return h * 131 + (unsigned long)f.kind + (unsigned long)f.depth;
}

static struct frame deeper(struct frame f, long v) {
    f.depth++;
    f.slots[f.depth % 3] += v;
    f.weight *= 1.5;
    return f;
}

static struct state push(struct state s, int by) {
    s.under = s.top;
    s.top = deeper(s.top, by);
    s.hash = mix(s.top, s.hash);
    s.note[s.step % 4] = (char)('a' + by);
    s.step++;
    return s;
}
static struct state swap(struct state s, int by) {
    struct frame f = s.top;
    s.top = s.under;
    s.under = f;
    s.under.kind = (char)('A' + by);
    s.hash = mix(s.under, mix(s.top, s.hash));
    s.step++;
    return s;
}
static struct state twice(struct state s, int by) { return push(swap(s, by), by + 1); }
static double total(struct state a, struct frame f, struct state b) {
    return a.top.weight + f.weight * 2 + b.under.weight * 4;
}

static step_fn *const steps[] = {push, swap, twice, push};

static void show(const struct state *s) {
    printf("%u %c%d [%ld %ld %ld] %g %c%d %lu %.4s\n", s->step, s->top.kind, s->top.depth,
           s->top.slots[0], s->top.slots[1], s->top.slots[2], s->top.weight, s->under.kind,
           s->under.depth, s->hash % 1000003, s->note);
}

int main(void) {
    struct state *history = calloc(12, sizeof *history);
    history[0].top = (struct frame){'t', {1, 2, 3}, 0, 1};
    history[0].under.kind = 'u';
    for (int i = 0; i < 4; i++)
        history[0].note[i] = '.';
    for (int i = 1; i < 12; i++) {
        history[i] = steps[i * 3 % 4](history[i - 1], i);
        show(&history[i]);
    }
    double t = total(history[3], history[5].top, history[7]);
    printf("%g\n", t);
    int code = history[11].step;
    free(history);
    return code;
}
