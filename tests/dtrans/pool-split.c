// Cold fields of pooled objects are in parts of their own, in the same granule: their address
// follows from the object's. Copies, clearing and allocation know all parts; addresses of cold
// fields are handed around as they were; objects outside the pool are in one piece.
// RUN: lathe opt --passes='dtrans-pool<type=node;split;groups=key+next,text+low>' %s -o %t.ll \
// RUN:   --remarks=%t.yaml
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=REMARK < %t.yaml
// RUN: lathe opt --passes='dtrans-pool<type=node;split;groups=key+next,text+low>,default<O2>' %s \
// RUN:   -o %t.o2.ll
// RUN: FileCheck %s --check-prefix=QUICK < %t.o2.ll
// RUN: clang -Wno-override-module -O2 %t.ll %pool-runtime -o %t
// RUN: %t | FileCheck %s --check-prefix=OUT
// RUN: clang -O2 %s -o %t.plain && %t.plain | FileCheck %s --check-prefix=OUT
// RUN: lathe opt --passes='dtrans-pool' --dtrans-force=split-pool:node %s -o %t.forced.ll
// RUN: FileCheck %s --check-prefix=FORCED < %t.forced.ll
// RUN: lathe opt --passes='dtrans-pool<split>' --dtrans-force=pool:node %s -o %t.whole.ll
// RUN: FileCheck %s --check-prefix=WHOLE < %t.whole.ll
// RUN: not lathe opt --passes='dtrans-pool<type=node;split;groups=key+none>' %s -o %t.no.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOFIELD
// RUN: not lathe opt --passes='dtrans-pool<split;groups=key>' %s -o %t.no.ll 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NOTYPE
// FORCED: @lathe.pool.struct.node.parts = internal constant [1 x { i32, i32 }]
// WHOLE-NOT: @lathe.pool.struct.node.parts
// WHOLE: @lathe.pool.struct.node = internal global {{.*}} i32 0, i32 0, ptr null,
// NOFIELD: groups: 'none' names no field of 'struct.node'
// NOTYPE: groups are of one struct: say type=NAME
//
// The parts of one object: 8 bytes, 32, and 16 for what was not named.
// CHECK: %__DPL_struct.node = type { i32, i32, double, [20 x i8], i64, i32 }
// CHECK: @lathe.pool.struct.node.parts = internal constant [2 x { i32, i32 }]
// CHECK-SAME: [{ i32, i32 } { i32 149824, i32 32 }, { i32, i32 } { i32 748928, i32 16 }]
// CHECK: @lathe.pool.struct.node = internal global {{.*}} { i32 8, i32 2, i64 0, i32 18721, i32 2,
// CHECK-SAME: ptr @lathe.pool.struct.node.parts,
//
// REMARK: Name: Pooled
// REMARK: Parts: '3'
// REMARK: Groups: 'key+next, text+low, stamp+shade'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    int key;
    char text[20];
    struct node *next;
    double low;
    long stamp;
    int shade;
};

static struct node *all;
static struct node fixed = {7, "fixed", NULL, 1.5, 70, 3};

// Hot fields are where the address says; freed objects are taken again without a call.
// CHECK-LABEL: @find(
// CHECK: getelementptr inbounds nuw %__DPL_struct.node, ptr %{{.*}}, i32 0, i32 1
// QUICK-LABEL: @add(
// QUICK: load ptr, ptr getelementptr inbounds nuw (i8, ptr @lathe.pool.struct.node, i64 32)
// QUICK: load i32, ptr getelementptr inbounds nuw (i8, ptr @lathe.pool.struct.node, i64 44)
// QUICK: call {{.*}}ptr @lathe_pool_alloc(ptr nonnull @lathe.pool.struct.node)
__attribute__((noinline)) struct node *find(int key) {
    struct node *n = all;
    while (n && n->key != key)
        n = n->next;
    return n;
}

// The third part: 748928 bytes behind the granule's beginning, 16 for each object, which is 8 more
// than the object's own address grows; of an object in one piece it would be 40 bytes from the
// beginning.
// CHECK-LABEL: @stamp_of(
// CHECK: [[BITS:%.*]] = ptrtoint ptr %n to i64
// CHECK-NEXT: [[LOW:%.*]] = trunc i64 [[BITS]] to i32
// CHECK-NEXT: [[IN:%.*]] = and i32 [[LOW]], 1048575
// CHECK-NEXT: [[NUMBER:%.*]] = udiv exact i32 [[IN]], 8
// CHECK-NEXT: [[FAR:%.*]] = mul nsw i32 [[NUMBER]], 8
// CHECK-NEXT: [[WIDE:%.*]] = sext i32 [[FAR]] to i64
// CHECK-NEXT: [[PLUS:%.*]] = getelementptr i8, ptr %n, i64 748888
// CHECK-NEXT: [[BASE:%.*]] = getelementptr i8, ptr [[PLUS]], i64 [[WIDE]]
// CHECK-NEXT: getelementptr %__DPL_struct.node, ptr [[BASE]], i32 0, i32 4
__attribute__((noinline)) long *stamp_of(struct node *n) {
    return &n->stamp;
}

// Whole objects part by part: 8, 28 and 12 bytes.
// CHECK-LABEL: @copy(
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %to, ptr align 4 %from, i64 8, i1 false)
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{{.*}}, ptr align 8 %{{.*}}, i64 28,
// CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %{{.*}}, ptr align 8 %{{.*}}, i64 12,
// CHECK-NOT: call void @llvm.memcpy
__attribute__((noinline)) void copy(struct node *to, const struct node *from) {
    *to = *from;
}

// CHECK-LABEL: @add(
// CHECK: call ptr @lathe.pool.take(ptr @lathe.pool.struct.node, i64 2, i64 8)
// CHECK: call void @llvm.memset.p0.i64(ptr align 4 [[N:%.*]], i8 0, i64 8, i1 false)
// CHECK: call void @llvm.memset.p0.i64(ptr align 8 %{{.*}}, i8 0, i64 28, i1 false)
// CHECK: call void @llvm.memset.p0.i64(ptr align 8 %{{.*}}, i8 0, i64 12, i1 false)
__attribute__((noinline)) struct node *add(int key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    memset(n, 0, sizeof *n);
    n->key = key;
    n->next = all;
    return all = n;
}

// Zeroed parts are the runtime's.
// CHECK-LABEL: @add_clear(
// CHECK: call ptr @lathe_pool_zalloc(ptr @lathe.pool.struct.node)
__attribute__((noinline)) struct node *add_clear(int key) {
    struct node *n = calloc(1, sizeof *n);
    if (!n)
        exit(1);
    n->key = key;
    n->next = all;
    return all = n;
}

// A variable is in one piece: no part of it is moved.
// CHECK-LABEL: @of_fixed(
// CHECK-NOT: udiv
// CHECK: }
__attribute__((noinline)) long of_fixed(void) {
    fixed.stamp++;
    return fixed.stamp + fixed.shade + fixed.text[0];
}

int main(void) {
    long sum = 0;
    for (int i = 0; i < 50000; i++) {
        struct node *n = i % 2 ? add(i) : add_clear(i);
        sum += n->stamp + n->shade + n->text[3] + (long)n->low;
        *stamp_of(n) = i;
        n->shade = i % 5;
        n->low = i / 4.0;
        sprintf(n->text, "node %d", i);
        if (i % 3 == 0 && n->next) {
            struct node *next = n->next;
            copy(n, next);
            n->next = next->next;
            n->key = i;
            free(next);
        }
    }
    for (struct node *n = all; n; n = n->next)
        sum += n->stamp * n->shade + n->text[5] + (long)n->low;
    struct node *found = find(45);
    printf("%ld %s %ld %ld\n", sum, found ? found->text : "none", *stamp_of(find(3)), of_fixed());
    return 0;
}
// OUT: 1876750015 node 44 2 176
