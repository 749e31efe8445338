// What __builtin_object_size says of whole objects is in terms of sizeof, which does not change with
// the layout; of a field it is no more than what there is up to the next one, wherever the field is.
// RUN: lathe opt --passes='dtrans-reorder-fields' %s -o %t.ll -- -w -D_FORTIFY_SOURCE=2
// RUN: FileCheck %s < %t.ll
// RUN: clang -Wno-override-module -O2 %t.ll -o %t
// RUN: %t | FileCheck %s --check-prefix=OUT
// RUN: %t 0123456789a | FileCheck %s --check-prefix=OUT
// RUN: not --crash %t 0123456789abcdefghijkl 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: %python %tests/run/compare.py %s --passes='dtrans-reorder-fields' \
// RUN:   --passes='dtrans-shuffle<seed=1>' --passes='dtrans-shuffle<seed=2>' \
// RUN:   --passes='dtrans-aos-to-soa<force>' --passes='dtrans-split<force>' \
// RUN:   --passes='dtrans-reorder-fields,dtrans-pool<force>' --passes='dtrans-pool<force;split>'
// OUT: sum {{-?[0-9]+}}
// FAIL: buffer overflow detected
//
// 48 bytes become 40, and 40 become 24. The program's own check scales what LLVM finds, and an object that is allocated
// on its own has at most its old size.
// CHECK: %__DRF_struct.node = type
// CHECK-LABEL: @main(
// CHECK: [[SIZE:%.*]] = call i64 @llvm.objectsize.i64.p0(
// CHECK-NEXT: [[COUNT:%.*]] = udiv i64 [[SIZE]], 40
// CHECK-NEXT: [[OLD:%.*]] = mul i64 [[COUNT]], 48
// CHECK-NEXT: [[KNOWN:%.*]] = icmp ne i64 [[SIZE]], -1
// CHECK-NEXT: [[SCALED:%.*]] = select i1 [[KNOWN]], i64 [[OLD]], i64 -1
// CHECK: icmp ult i64 [[SCALED]], 48
// A row of objects is scaled, and has no size of its own.
// CHECK: udiv i64 %{{.*}}, 24
// CHECK-NEXT: mul i64 %{{.*}}, 40
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char flag;
    long key;
    char name[12];
    char tag;
    long weight;
    struct node *next;
};
struct item {
    char flag;
    long key;
    char tag;
    long weight;
    char last;
};

static inline __attribute__((always_inline)) void clear(void *to, size_t bytes) {
    if (__builtin_object_size(to, 0) < bytes) {
        puts("too small");
        exit(2);
    }
    __builtin_memset(to, 0, bytes);
}

int main(int argc, char **argv) {
    struct node *all = NULL;
    long sum = 0;
    for (int i = 0; i < 100; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        clear(n, sizeof *n);
        n->key = i;
        n->flag = 1;
        n->tag = 2;
        n->weight = i;
        strcpy(n->name, argc > 1 && i == 50 ? argv[1] : "name");
        n->next = all;
        all = n;
    }
    struct item *items = malloc(100 * sizeof *items);
    if (!items)
        return 1;
    clear(items, 100 * sizeof *items);
    for (int i = 0; i < 100; i++) {
        items[i].key = i;
        items[i].weight = i * 3;
        items[i].flag = items[i].tag = items[i].last = 1;
    }
    for (struct node *n = all; n; n = n->next)
        sum += n->key + n->weight * 3 + n->flag + n->tag + n->name[1];
    for (int i = 0; i < 100; i++)
        sum += items[i].key * items[i].weight + items[i].flag + items[i].tag + items[i].last;
    printf("sum %ld\n", sum);
    return 0;
}
