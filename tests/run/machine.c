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
