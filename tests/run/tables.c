// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* Global initializers: function-pointer tables, nested arrays, addresses inside other globals,
 * aliases, thread-locals, a section whose order is walked. */
#include <stdio.h>

struct op {
    const char *name;
    int (*apply)(int, int);
    struct { int arity; unsigned char flags[3]; } info;
};
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static const struct op ops[] = {
    {"add", add, {2, {1, 2, 3}}}, {"sub", sub, {2, {4}}}, {"mul", mul, {2, {0, 5}}}};

struct grid {
    struct cell { short h; struct { char c[2]; } t; } cells[2][3];
    struct grid *up;
};
static struct grid small = {{{{1, {"a"}}, {2, {"b"}}, {3, {"c"}}}, {{4, {"d"}}, {5, {"e"}}}}, 0};
static struct grid large = {.cells = {[1][2] = {9, {"z"}}}, .up = &small};
static struct cell *const inside[] = {&small.cells[0][1], &large.cells[1][2], small.cells[1]};
static char *letter = &small.cells[1][1].t.c[0];
struct grid shared;
extern struct grid other __attribute__((alias("shared")));
static _Thread_local struct cell local = {7, {"t"}};

struct entry { int order; int plain; };
#define ENTRY(n)                                                                                   \
    static struct entry e##n __attribute__((used, section("entries"))) = {n, n * n}
ENTRY(1);
static int loose[2] __attribute__((used, section("entries"))) = {2, 4};
ENTRY(3);
extern struct entry __start_entries[], __stop_entries[];

int main(void) {
    int value = 3;
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        value = ops[i].apply(value, 4) + ops[i].info.flags[1];
        printf("%s %d\n", ops[i].name, value);
    }
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        printf("%d%s ", inside[i]->h, inside[i]->t.c);
    other.up = &large;
    local.h += shared.up->up->cells[1][0].h;
    printf("%c %d %d\n", *letter, large.up->cells[0][2].h, local.h);
    long digits = 0;
    for (struct entry *e = __start_entries; e < __stop_entries; e++)
        digits = digits * 100 + e->order * 10 + e->plain;
    printf("%ld\n", digits);
    return value & 127;
}

// CHANGES ir-rename-structs: main()
// CHANGES ir-test-split-blocks: add(); main(); mul(); sub()
// CHANGES ir-test-split-edges: main()
// CHANGES sroa,ir-test-rebuild-phis: main()
// CHANGES ir-test-clone-functions: nothing
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: main()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: add(); main(); mul(); sub()
// CHANGES dtrans-base-test: struct.anon.0 base-test 8; struct.op base-test 24
// CHANGES dtrans-base-test<ptr-as-int>: struct.anon.0 base-test 8; struct.op base-test 24
// CHANGES dtrans-shuffle<seed=1>: struct.anon.0 shuffle 72; struct.op shuffle 192
// CHANGES dtrans-shuffle<seed=2>: struct.anon.0 shuffle 92; struct.op shuffle 176
// CHANGES dtrans-shuffle<seed=3>: struct.anon.0 shuffle 72; struct.op shuffle 160
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: struct.op aos-to-soa -
// CHANGES dtrans-aos-to-soa<force;index=32>: struct.op aos-to-soa -
// CHANGES default<O2>,dtrans-aos-to-soa<force>: struct.op aos-to-soa -
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: struct.anon.0 shuffle 84; struct.op shuffle+aos-to-soa -
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: struct.anon.0 delete-fields+shuffle 67; struct.op aos-to-soa -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: struct.op aos-to-soa -
// CHANGES dtrans-split<force>: struct.op split -
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: struct.anon.0 shuffle+shuffle 180; struct.op shuffle+split -
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: struct.op split -
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: struct.anon.0 shuffle 84; struct.op shuffle 168
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: struct.anon.0 shuffle 72; struct.op shuffle 152
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: main()
// CHANGES hir-canonicalize<join>,hir-identity<join>: main()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
