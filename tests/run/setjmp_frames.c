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
