// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* Flexible array members, variable-length arrays, realloc, computed goto, setjmp. */
// private: struct text, struct chunk
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    size_t length, room;
    struct chunk { char c; unsigned char n; } at[];
};

static struct text *append(struct text *t, char c) {
    if (t->length && t->at[t->length - 1].c == c) {
        t->at[t->length - 1].n++;
        return t;
    }
    if (t->length == t->room) {
        t->room = t->room * 2 + 1;
        t = realloc(t, sizeof *t + t->room * sizeof *t->at);
    }
    t->at[t->length++] = (struct chunk){c, 1};
    return t;
}

struct point { int x, y; };

static int sum_of(int n) {
    struct point points[n];
    for (int i = 0; i < n; i++)
        points[i] = (struct point){i, i * i};
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += points[n - 1 - i].x - points[i].y;
    return sum;
}

struct machine { int acc, pc; struct { jmp_buf stop; int why; } out; };

static void run(struct machine *m, const unsigned char *code) {
    static void *const labels[] = {&&halt, &&inc, &&dbl, &&jump};
next:
    goto *labels[code[m->pc++]];
inc:
    m->acc++;
    goto next;
dbl:
    m->acc *= 2;
    goto next;
jump:
    if (m->acc < 100)
        m->pc = code[m->pc];
    else
        m->pc++;
    goto next;
halt:
    m->out.why = m->acc & 7;
    longjmp(m->out.stop, 1);
}

int main(void) {
    struct text *t = calloc(1, sizeof *t);
    for (const char *s = "aaabccddddde"; *s; s++)
        t = append(t, *s);
    for (size_t i = 0; i < t->length; i++)
        printf("%c%d", t->at[i].c, t->at[i].n);
    printf(" %d\n", sum_of(9));
    struct machine m = {1, 0, {.why = 0}};
    static const unsigned char code[] = {1, 2, 3, 0, 0};
    if (!setjmp(m.out.stop))
        run(&m, code);
    printf("%d %d %d\n", m.acc, m.pc, m.out.why);
    free(t);
    return m.out.why;
}
