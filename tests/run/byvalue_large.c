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

// CHANGES dtrans-base-test: struct.frame base-test 48; struct.state base-test 120
// CHANGES dtrans-base-test<ptr-as-int>: struct.frame base-test 48; struct.state base-test 120
// CHANGES dtrans-shuffle<seed=1>: struct.frame shuffle 136; struct.state shuffle 376
// CHANGES dtrans-shuffle<seed=2>: struct.frame shuffle 120; struct.state shuffle 344
// CHANGES dtrans-shuffle<seed=3>: struct.frame shuffle 112; struct.state shuffle 320
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.frame reorder-fields 40; struct.state reorder-fields 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.frame reorder-fields 40; struct.state reorder-fields 96
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.frame shuffle 120; struct.state shuffle 352
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.frame reorder-fields+shuffle 120; struct.state reorder-fields+shuffle 376
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.frame reorder-fields 40; struct.state reorder-fields 96
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.frame shuffle+shuffle 152; struct.state shuffle+shuffle 456
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.frame reorder-fields 40; struct.state reorder-fields 96
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.frame shuffle 120; struct.state shuffle 352
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.frame reorder-fields 40; struct.state reorder-fields 96
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.frame shuffle 112; struct.state shuffle 320
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.frame reorder-fields 40; struct.state reorder-fields 96
// CHANGES hir-canonicalize,hir-identity: main(); mix()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); mix()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
