// RUN: %compare %s
/* An interpreter: code cells, call frames, boxed values with reference counts, a method cache. */
// private: struct box, struct frame, struct machine, struct cache
#include <stdio.h>
#include <stdlib.h>

enum op { PUSH, ADD, MUL, LOAD, STORE, CALL, RET, JNZ, DEC, CONS, FIRST, DROP, HALT };
struct code {
    unsigned char op;
    int arg;
};
struct box {
    unsigned char is_pair;
    unsigned refs;
    long value;
    struct box *first, *rest;
};
struct frame {
    short back;
    struct box *locals[3];
    struct frame *caller;
    unsigned char depth;
};
struct cache {
    short pc;
    unsigned hits;
    char op;
};
struct machine {
    unsigned char stopped;
    struct box **stack;
    short top, pc;
    struct frame *frame;
    struct cache cache[4];
    unsigned long steps;
    int live;
};

static struct box *box(struct machine *m, long value) {
    struct box *b = calloc(1, sizeof *b);
    b->refs = 1;
    b->value = value;
    m->live++;
    return b;
}
static struct box *hold(struct box *b) {
    if (b)
        b->refs++;
    return b;
}
static void release(struct machine *m, struct box *b) {
    while (b && --b->refs == 0) {
        struct box *rest = b->rest;
        release(m, b->first);
        free(b);
        m->live--;
        b = rest;
    }
}
static void push(struct machine *m, struct box *b) { m->stack[m->top++] = b; }
static struct box *pop(struct machine *m) { return m->stack[--m->top]; }

static void enter(struct machine *m, int to) {
    struct frame *f = calloc(1, sizeof *f);
    f->back = m->pc;
    f->caller = m->frame;
    f->depth = (unsigned char)(m->frame ? m->frame->depth + 1 : 0);
    m->frame = f;
    m->pc = (short)to;
}
static void leave(struct machine *m) {
    struct frame *f = m->frame;
    for (int i = 0; i < 3; i++)
        release(m, f->locals[i]);
    m->pc = f->back;
    m->frame = f->caller;
    free(f);
}

static void arithmetic(struct machine *m, int op) {
    struct box *b = pop(m), *a = pop(m);
    push(m, box(m, op == ADD ? a->value + b->value : a->value * b->value % 1000007));
    release(m, a);
    release(m, b);
}

static void step(struct machine *m, const struct code *c) {
    struct cache *line = &m->cache[m->pc % 4];
    struct box *b;
    if (line->pc == m->pc)
        line->hits++;
    line->pc = m->pc;
    line->op = (char)c->op;
    m->steps++;
    m->pc++;
    switch (c->op) {
    case PUSH: push(m, box(m, c->arg)); break;
    case ADD:
    case MUL: arithmetic(m, c->op); break;
    case LOAD: push(m, hold(m->frame->locals[c->arg])); break;
    case STORE:
        release(m, m->frame->locals[c->arg]);
        m->frame->locals[c->arg] = pop(m);
        break;
    case CALL:
        b = pop(m);
        enter(m, c->arg);
        m->frame->locals[0] = b;
        break;
    case RET: leave(m); break;
    case JNZ:
        b = pop(m);
        if (b->value)
            m->pc = (short)c->arg;
        release(m, b);
        break;
    case DEC:
        b = pop(m);
        push(m, box(m, b->value - 1));
        release(m, b);
        break;
    case CONS:
        b = box(m, 0);
        b->is_pair = 1;
        b->first = pop(m);
        b->rest = pop(m);
        push(m, b);
        break;
    case FIRST:
        b = pop(m);
        push(m, b->is_pair ? hold(b->first) : box(m, -1));
        release(m, b);
        break;
    case DROP: release(m, pop(m)); break;
    default: m->stopped = 1;
    }
}

int main(void) {
    static const struct code program[] = {
        {PUSH, 9},  {CALL, 6},  {PUSH, 3}, {CONS, 0},  {FIRST, 0}, {HALT, 0}, /* main */
        {PUSH, 1},  {STORE, 1},                                              /* 6: factorial */
        {LOAD, 0},  {LOAD, 1},  {MUL, 0},  {STORE, 1},                       /* 8: again */
        {LOAD, 0},  {DEC, 0},   {STORE, 0}, {LOAD, 0}, {JNZ, 8},  {LOAD, 1},
        {PUSH, 5},  {CALL, 21}, {RET, 0},                                    /* 20 */
        {LOAD, 0},  {LOAD, 0},  {ADD, 0},  {DROP, 0},  {RET, 0},             /* 21: waste */
    };
    struct machine *m = calloc(1, sizeof *m);
    m->stack = malloc(32 * sizeof *m->stack);
    enter(m, 0);
    while (!m->stopped) {
        printf("%d:%d/%d ", m->pc, m->top, m->frame->depth);
        step(m, &program[m->pc]);
    }
    printf("\n%lu steps, top %d, live %d\n", m->steps, m->top, m->live);
    for (int i = 0; i < 4; i++)
        printf("%d %d %u\n", m->cache[i].pc, m->cache[i].op, m->cache[i].hits);
    while (m->top) {
        struct box *b = pop(m);
        printf("%ld refs %u\n", b->value, b->refs);
        release(m, b);
    }
    leave(m);
    int live = m->live;
    free(m->stack);
    free(m);
    return live;
}

// CHANGES dtrans-base-test: struct.box base-test 32; struct.cache base-test 12; struct.code base-test 8; struct.frame base-test 48; struct.machine base-test 96
// CHANGES dtrans-base-test<ptr-as-int>: struct.box base-test 32; struct.cache base-test 12; struct.code base-test 8; struct.frame base-test 48; struct.machine base-test 96
// CHANGES dtrans-shuffle<seed=1>: struct.box shuffle 111; struct.cache shuffle 92; struct.code shuffle 80; struct.frame shuffle 121; struct.machine shuffle 512
// CHANGES dtrans-shuffle<seed=2>: struct.box shuffle 144; struct.cache shuffle 76; struct.code shuffle 84; struct.frame shuffle 135; struct.machine shuffle 472
// CHANGES dtrans-shuffle<seed=3>: struct.box shuffle 128; struct.cache shuffle 76; struct.code shuffle 69; struct.frame shuffle 136; struct.machine shuffle 432
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cache reorder-fields 8; struct.frame reorder-fields 40; struct.machine reorder-fields 72
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cache reorder-fields 8; struct.frame reorder-fields 40; struct.machine reorder-fields 72
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.code aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.code aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.code aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.box shuffle 142; struct.cache shuffle 88; struct.code shuffle 79; struct.frame shuffle 145; struct.machine shuffle 504
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.box shuffle 160; struct.cache reorder-fields+shuffle 88; struct.code aos-to-soa -; struct.frame reorder-fields+shuffle 135; struct.machine reorder-fields+shuffle 536
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cache reorder-fields 8; struct.code aos-to-soa -; struct.frame reorder-fields 40; struct.machine reorder-fields 72
// CHANGES dtrans-split<force>: struct.code split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.box shuffle+shuffle 152; struct.cache shuffle+shuffle 76; struct.code shuffle+shuffle 108; struct.frame shuffle+shuffle 102; struct.machine shuffle+shuffle 504
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cache reorder-fields 8; struct.code split -; struct.frame reorder-fields 40; struct.machine reorder-fields 72
// CHANGES dtrans-pool<force>: struct.box pool 24; struct.frame pool 20
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.box shuffle+pool 134; struct.cache shuffle 88; struct.code shuffle 79; struct.frame shuffle+pool 129; struct.machine shuffle 504
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.box pool 24; struct.cache reorder-fields 8; struct.frame reorder-fields+pool 20; struct.machine reorder-fields 72
// CHANGES dtrans-pool<force;split>: struct.box pool 24; struct.frame pool 24
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.box shuffle+pool 32; struct.cache shuffle 84; struct.code shuffle 89; struct.frame shuffle+pool 20; struct.machine shuffle 472
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.box pool 24; struct.cache reorder-fields 8; struct.frame reorder-fields+pool 20; struct.machine reorder-fields 72
// CHANGES hir-canonicalize,hir-identity: leave(); main(); release()
// CHANGES hir-canonicalize<join>,hir-identity<join>: leave(); main(); release()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
