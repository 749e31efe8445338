// RUN: %compare %s
/* setjmp: handlers in a stack of frames, cleanups on a heap list, values across the jump. */
// private: struct cleanup, struct handler
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

struct cleanup {
    char tag;
    struct cleanup *next;
    short order;
    long amount;
};
struct handler {
    int depth;
    jmp_buf out;
    struct handler *outer;
    struct cleanup *mark;
    char raised;
};

static struct handler *handlers;
static struct cleanup *cleanups;
static long balance;

static void defer(char tag, long amount) {
    struct cleanup *c = malloc(sizeof *c);
    c->tag = tag;
    c->amount = amount;
    c->order = (short)(cleanups ? cleanups->order + 1 : 0);
    c->next = cleanups;
    cleanups = c;
    balance += amount;
}

static void unwind(struct cleanup *to) {
    while (cleanups != to) {
        struct cleanup *c = cleanups;
        cleanups = c->next;
        balance -= c->amount;
        printf("undo %c%d ", c->tag, c->order);
        free(c);
    }
}

static void raise_error(int code) {
    struct handler *h = handlers;
    handlers = h->outer;
    h->raised = 1;
    unwind(h->mark);
    longjmp(h->out, code);
}

static int work(int n) {
    defer((char)('a' + n % 26), n);
    if (n % 5 == 4)
        raise_error(n);
    return n ? work(n - 1) + 1 : 0;
}

static int guarded(int n, int depth) {
    struct handler *const h = malloc(sizeof *h);
    h->depth = depth;
    h->outer = handlers;
    h->mark = cleanups;
    h->raised = 0;
    handlers = h;
    if (setjmp(h->out)) {
        int code = h->raised ? -h->depth : 0;
        printf("| caught at %d\n", h->depth);
        free(h);
        return code;
    }
    int result = depth < 3 ? guarded(n + depth, depth + 1) + work(n % 4) : work(n);
    handlers = h->outer;
    unwind(h->mark);
    printf("| fine %d at %d\n", result, depth);
    free(h);
    return result;
}

int main(void) {
    int sum = 0;
    for (int n = 0; n < 6; n++) {
        int got = guarded(n, n % 4);
        printf("%d: %d, balance %ld\n", n, got, balance);
        sum = sum * 3 + got;
    }
    printf("%d\n", sum);
    return sum & 127;
}

// CHANGES dtrans-base-test: struct.cleanup base-test 32; struct.handler base-test 232
// CHANGES dtrans-base-test<ptr-as-int>: struct.cleanup base-test 32; struct.handler base-test 232
// CHANGES dtrans-shuffle<seed=1>: struct.cleanup shuffle 100; struct.handler shuffle 344
// CHANGES dtrans-shuffle<seed=2>: struct.cleanup shuffle 112; struct.handler shuffle 336
// CHANGES dtrans-shuffle<seed=3>: struct.cleanup shuffle 93; struct.handler shuffle 288
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.cleanup reorder-fields 24; struct.handler reorder-fields 224
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.cleanup reorder-fields 24; struct.handler reorder-fields 224
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.cleanup shuffle 83; struct.handler shuffle 312
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.cleanup reorder-fields+shuffle 113; struct.handler reorder-fields+shuffle 312
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.cleanup reorder-fields 24; struct.handler reorder-fields 224
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.cleanup shuffle+shuffle 160; struct.handler shuffle+shuffle 328
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.cleanup reorder-fields 24; struct.handler reorder-fields 224
// CHANGES dtrans-pool<force>: struct.cleanup pool 16; struct.handler pool 216
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.cleanup shuffle+pool 79; struct.handler shuffle+pool 216
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.cleanup reorder-fields+pool 16; struct.handler reorder-fields+pool 216
// CHANGES dtrans-pool<force;split>: struct.cleanup pool 24; struct.handler pool 224
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.cleanup shuffle+pool 100; struct.handler shuffle+pool 224
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.cleanup reorder-fields+pool 24; struct.handler reorder-fields+pool 216
// CHANGES hir-canonicalize,hir-identity: main(); unwind()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); unwind()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
