// RUN: %compare %s
/* Bit-fields in heap nodes: signed, wide, zero-width, between ordinary fields. */
// private: struct insn, struct page
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct insn {
    unsigned op : 6;
    unsigned dst : 5;
    unsigned src : 5;
    signed imm : 16;
    struct insn *next;
    unsigned char live : 1, used : 1, kind : 3;
    short line;
};
struct page {
    uint64_t frame : 36;
    uint64_t : 0;
    uint64_t age : 7;
    uint64_t dirty : 1;
    char zone;
    _Bool pinned : 1;
    int delta : 4;
    unsigned refs;
};

static struct insn *emit(struct insn *next, int n) {
    struct insn *i = calloc(1, sizeof *i);
    i->op = (unsigned)n % 64;
    i->dst = (unsigned)n % 7;
    i->src = (unsigned)(n * 3) % 7;
    i->imm = n * -77;
    i->kind = (unsigned char)(n % 8);
    i->line = (short)(n * 2);
    i->next = next;
    return i;
}

static void liveness(struct insn *i) {
    for (struct insn *d = i; d; d = d->next)
        for (struct insn *u = d->next; u; u = u->next)
            if (u->src == d->dst) {
                d->live = 1;
                u->used = 1;
                break;
            }
}

static void touch(struct page *p, unsigned n) {
    p->age += 3;
    p->dirty ^= 1;
    p->delta = (int)(n % 16) - 8;
    p->refs++;
    if (p->refs > 4)
        p->pinned = 1;
    p->frame = p->frame * 5 + n;
}

int main(void) {
    struct insn *code = NULL;
    for (int n = 0; n < 30; n++)
        code = emit(code, n);
    liveness(code);
    int live = 0;
    for (struct insn *i = code; i; i = i->next) {
        printf("%u:%u<-%u,%d/%u%s%s@%d ", i->op, i->dst, i->src, i->imm, i->kind,
               i->live ? "L" : "", i->used ? "U" : "", i->line);
        live += i->live;
    }
    printf("\n%d\n", live);
    enum { N = 9 };
    struct page *pages = calloc(N, sizeof *pages);
    for (int i = 0; i < N; i++)
        pages[i].zone = (char)('A' + i % 3);
    for (unsigned n = 0; n < 50; n++)
        touch(&pages[n * n % N], n);
    struct page copy = pages[4];
    pages[5] = copy;
    for (int i = 0; i < N; i++)
        printf("%c %llx %u %u %d %d %u\n", pages[i].zone, (unsigned long long)pages[i].frame,
               (unsigned)pages[i].age, (unsigned)pages[i].dirty, pages[i].pinned, pages[i].delta,
               pages[i].refs);
    free(pages);
    while (code) {
        struct insn *next = code->next;
        free(code);
        code = next;
    }
    return live;
}

// CHANGES dtrans-base-test: struct.insn base-test 24; struct.page base-test 16
// CHANGES dtrans-base-test<ptr-as-int>: struct.insn base-test 24; struct.page base-test 16
// CHANGES dtrans-shuffle<seed=1>: struct.insn shuffle 96; struct.page shuffle 108
// CHANGES dtrans-shuffle<seed=2>: struct.insn shuffle 96; struct.page shuffle 104
// CHANGES dtrans-shuffle<seed=3>: struct.insn shuffle 88; struct.page shuffle 79
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: struct.insn reorder-fields 16
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: struct.insn reorder-fields 16
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.page aos-to-soa
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.page aos-to-soa
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.page aos-to-soa
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.insn shuffle 104; struct.page shuffle+aos-to-soa
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.insn reorder-fields+shuffle 104; struct.page aos-to-soa+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.insn reorder-fields 16; struct.page aos-to-soa
// CHANGES dtrans-split<force>: struct.page split
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.insn shuffle+shuffle 130; struct.page shuffle+split+shuffle
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.insn reorder-fields 16; struct.page split
// CHANGES dtrans-pool<force>: struct.insn pool 12
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.insn shuffle+pool 12; struct.page shuffle 96
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: struct.insn reorder-fields+pool 12
// CHANGES dtrans-pool<force;split>: struct.insn pool 12
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.insn shuffle+pool 12; struct.page shuffle 101
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: struct.insn reorder-fields+pool 12
// CHANGES hir-canonicalize,hir-identity: liveness(); main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: liveness(); main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
