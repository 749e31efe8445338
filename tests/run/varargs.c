// RUN: %python %tests/run/compare.py %s --passes=ir-rename-structs --passes=ir-test-split-blocks \
// RUN:   --passes=ir-test-split-edges --passes=sroa,ir-test-rebuild-phis \
// RUN:   --passes=ir-test-clone-functions --passes=sroa,ir-test-split-edges,ir-rename-structs \
// RUN:   --passes=ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions
// RUN: %compare %s
/* Variadic functions that take structs, and pass their lists on. */
#include <stdarg.h>
#include <stdio.h>

struct pair { int a; double b; };
struct block { long v[4]; };

static double total(const char *kinds, ...) {
    va_list list, copy;
    va_start(list, kinds);
    va_copy(copy, list);
    double sum = 0;
    for (const char *k = kinds; *k; k++) {
        if (*k == 'p') {
            struct pair p = va_arg(list, struct pair);
            sum += p.a * p.b;
        } else if (*k == 'b') {
            struct block b = va_arg(list, struct block);
            sum += (double)(b.v[0] + b.v[3]);
        } else {
            sum += va_arg(list, int);
        }
    }
    va_end(list);
    if (*kinds == 'p')
        sum += va_arg(copy, struct pair).a;
    va_end(copy);
    return sum;
}

static int format(char *out, size_t size, const char *text, ...) {
    va_list list;
    va_start(list, text);
    int n = vsnprintf(out, size, text, list);
    va_end(list);
    return n;
}

int main(void) {
    struct pair p = {3, 1.5};
    struct block b = {{1, 2, 3, 4}};
    char text[64];
    int n = format(text, sizeof text, "%d-%s-%g", 5, "x", 2.5);
    printf("%g %g %s %d\n", total("pbi", p, b, 7), total("iiippp", 1, 2, 3, p, p, p), text, n);
    return 0;
}

// CHANGES ir-rename-structs: format(); main(); total()
// CHANGES ir-test-split-blocks: format(); main(); total()
// CHANGES ir-test-split-edges: total()
// CHANGES sroa,ir-test-rebuild-phis: total()
// CHANGES ir-test-clone-functions: nothing
// CHANGES sroa,ir-test-split-edges,ir-rename-structs: format(); main(); total()
// CHANGES ir-rename-structs,ir-test-split-blocks,ir-rename-structs,ir-test-clone-functions: format(); main(); total()
// CHANGES dtrans-base-test: nothing
// CHANGES dtrans-base-test<ptr-as-int>: nothing
// CHANGES dtrans-shuffle<seed=1>: nothing
// CHANGES dtrans-shuffle<seed=2>: nothing
// CHANGES dtrans-shuffle<seed=3>: nothing
// CHANGES dtrans-delete-fields: nothing
// CHANGES dtrans-reorder-fields: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields: nothing
// CHANGES dtrans-aos-to-soa: nothing
// CHANGES dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force;index=32>: nothing
// CHANGES default<O2>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-aos-to-soa<force>: nothing
// CHANGES dtrans-aos-to-soa<force>,dtrans-delete-fields,dtrans-reorder-fields,dtrans-shuffle<seed=5>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-aos-to-soa<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-split<force>: nothing
// CHANGES dtrans-shuffle<seed=6>,dtrans-split<force>,dtrans-shuffle<seed=7>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;index=32>,dtrans-strip-annotations: nothing
// CHANGES dtrans-pool<force>: nothing
// CHANGES dtrans-shuffle<seed=4>,dtrans-pool<force>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force>: nothing
// CHANGES dtrans-pool<force;split>: nothing
// CHANGES dtrans-shuffle<seed=8>,dtrans-pool<force;split>: nothing
// CHANGES dtrans-delete-fields,dtrans-reorder-fields,dtrans-pool<force;split>: nothing
// CHANGES hir-canonicalize,hir-identity: total()
// CHANGES hir-canonicalize<join>,hir-identity<join>: total()
// CHANGES hir-canonicalize<join>,hir-fuse: nothing
// CHANGES hir-canonicalize,hir-perfect,hir-interchange: nothing
// CHANGES hir-canonicalize,hir-reduce-in-memory,hir-sink,hir-hoist-if,hir-distribute: nothing
// CHANGES hir-optimize: nothing
