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

// CHANGES ir-rename-structs: append(); main(); run(); sum_of()
// CHANGES ir-test-split-blocks: append(); main(); run(); sum_of()
// CHANGES ir-test-split-edges: append(); main(); run(); sum_of()
// CHANGES sroa,ir-test-rebuild-phis: append(); main(); sum_of()
// CHANGES ir-test-clone-functions: append(); main(); run(); sum_of()
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: append(); main(); run(); sum_of()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: append(); main(); run(); sum_of()
// CHANGES dtrans-base-test: struct.anon base-test 208; struct.chunk base-test 2; struct.machine base-test 216; struct.point base-test 8; struct.text base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon base-test 208; struct.chunk base-test 2; struct.machine base-test 216; struct.point base-test 8; struct.text base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.anon shuffle 296; struct.chunk shuffle 69; struct.machine shuffle 384; struct.point shuffle 72; struct.text shuffle 104
// CHANGES dtrans-shuffle<seed=2>: struct.anon shuffle 288; struct.chunk shuffle 66; struct.machine shuffle 376; struct.point shuffle 96; struct.text shuffle 120
// CHANGES dtrans-shuffle<seed=3>: struct.anon shuffle 272; struct.chunk shuffle 66; struct.machine shuffle 368; struct.point shuffle 82; struct.text shuffle 88
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.machine aos-to-soa; struct.point aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.machine aos-to-soa; struct.point aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.machine aos-to-soa; struct.point aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon shuffle 272; struct.chunk shuffle 69; struct.machine shuffle+aos-to-soa; struct.point shuffle 72; struct.text shuffle 88
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon shuffle 304; struct.chunk shuffle 77; struct.machine aos-to-soa+shuffle; struct.point aos-to-soa+shuffle; struct.text shuffle 112
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.machine aos-to-soa; struct.point aos-to-soa
// CHANGES dtrans-split<force>: struct.machine split; struct.point split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon shuffle+shuffle 352; struct.chunk shuffle+shuffle 66; struct.machine shuffle+split+shuffle; struct.point shuffle+shuffle 80; struct.text shuffle+shuffle 120
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.machine split; struct.point split
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon shuffle 272; struct.chunk shuffle 69; struct.machine shuffle 360; struct.point shuffle 72; struct.text shuffle 88
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon shuffle 288; struct.chunk shuffle 71; struct.machine shuffle 368; struct.point shuffle 84; struct.text shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main(); sum_of()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main(); sum_of()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: sum_of() distribution
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: sum_of() distribution
// CHANGES hir-optimize: nothing
