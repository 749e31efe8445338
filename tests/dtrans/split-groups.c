// RUN: lathe opt '--passes=dtrans-split,dtrans-strip-annotations' %s -o %t.ll --remarks=%t.yaml --stats 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck %s --check-prefix=REMARK < %t.yaml
// RUN: lathe opt '--passes=dtrans-split<force;type=order;groups=id+state,2+next>' %s -o - | FileCheck %s --check-prefix=TOLD
// RUN: lathe opt '--passes=dtrans-split<force;type=order;groups=id+state,2+next>,dtrans-test-annotations' %s -o /dev/null | FileCheck %s --check-prefix=MARKS
// RUN: lathe opt '--passes=dtrans-split<index=32;type=order;force;groups=next+id+state>' %s -o - | FileCheck %s --check-prefix=NARROW
// RUN: lathe opt '--passes=dtrans-delete-fields,dtrans-reorder-fields,dtrans-split<force;type=order>' %s -o - | FileCheck %s --check-prefix=AFTER
// RUN: lathe opt '--passes=dtrans-split<force;type=order;groups=id+price,state+note>' %s -o %t.big.ll --remarks=%t.big.yaml
// RUN: FileCheck %s --check-prefix=BIG < %t.big.yaml
// RUN: not lathe opt '--passes=dtrans-split<force;groups=id>' %s -o - 2>&1 | FileCheck %s --check-prefix=NOTYPE
// RUN: not lathe opt '--passes=dtrans-split<force;type=order;groups=id+colour>' %s -o - 2>&1 | FileCheck %s --check-prefix=NOFIELD
// RUN: not lathe opt '--passes=dtrans-split<force;type=order;groups=id,0>' %s -o - 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not lathe opt '--passes=dtrans-split<index=8>' %s -o - 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: %python %tests/run/compare.py %s '--passes=dtrans-split' '--passes=dtrans-split<force>' '--passes=dtrans-split<force;type=order;groups=id+state,2+next>' '--passes=dtrans-split<force;type=order;groups=note+state,next+price>'
/* Fields that loops use together become arrays of small structs, those hardly used one more. Only
 * `order` is worth it: all of `pair` is used together, and all `tiny` are in the cache. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct order {
    int id;
    char state;
    double price;
    struct order *next;
    double weight;
    char note[24];
    long stamp;
};
struct pair {
    long a, b, c, d;
};
struct tiny {
    int hot, cold;
};

static struct order *orders;
static struct pair *pairs;
static struct tiny *tinies;
static long count;

// STATS: 1 types changed by dtrans-split

// CHECK-DAG: %__SPLIT_struct.order = type { ptr, ptr, ptr }
// CHECK-DAG: %__SPLIT_struct.order.0 = type { i32, i8 }
// CHECK-DAG: %__SPLIT_struct.order.1 = type { double, double }
// CHECK-DAG: %__SPLIT_struct.order.2 = type { i64, i64, [24 x i8] }
// CHECK-DAG: %struct.pair = type { i64, i64, i64, i64 }
// CHECK-DAG: %struct.tiny = type { i32, i32 }
// CHECK-DAG: @__split_struct.order = internal global %__SPLIT_struct.order zeroinitializer
// CHECK-DAG: @orders = internal global i64 0

/* One block, the arrays one behind another, strictest alignment first; bases are one part low. */
// CHECK-LABEL: define dso_local i32 @main
// CHECK: [[COUNT:%[0-9]+]] = mul i64 %0, 1
// CHECK: [[BLOCK:%.+]] = call {{.*}}ptr @malloc(
// CHECK: sub i64 %{{[0-9]+}}, 16
// CHECK: store ptr %{{[0-9]+}}, ptr getelementptr inbounds nuw (%__SPLIT_struct.order, ptr @__split_struct.order, i32 0, i32 1)
// CHECK: [[LAST:%[0-9]+]] = mul i64 [[COUNT]], 16
// CHECK-NEXT: sub i64 [[LAST]], 40
// CHECK: store ptr %{{[0-9]+}}, ptr getelementptr inbounds nuw (%__SPLIT_struct.order, ptr @__split_struct.order, i32 0, i32 2)
// CHECK: [[FIRST:%[0-9]+]] = mul i64 [[COUNT]], 56
// CHECK-NEXT: [[LOW:%[0-9]+]] = sub i64 [[FIRST]], 8
// CHECK-NEXT: [[BASE:%[0-9]+]] = getelementptr i8, ptr [[BLOCK]], i64 [[LOW]]
// CHECK-NEXT: store ptr [[BASE]], ptr @__split_struct.order

// CHECK-LABEL: define internal double @total
// CHECK: [[BASE:%.+]] = load ptr, ptr getelementptr inbounds nuw (%__SPLIT_struct.order, ptr @__split_struct.order, i32 0, i32 1)
// CHECK-NEXT: %price = getelementptr %__SPLIT_struct.order.1, ptr [[BASE]], i64 %{{.+}}, i32 0
// CHECK: %weight = getelementptr %__SPLIT_struct.order.1, ptr %{{.+}}, i64 %{{.+}}, i32 1

/* A temporary is in one piece, and its fields are copied one by one. */
// CHECK-LABEL: define internal void @exchange
// CHECK: %t = alloca %__SPLITEL_struct.order
// CHECK-COUNT-7: call void @llvm.memcpy

// REMARK: Pass: dtrans-split
// REMARK-NEXT: Name: Split
// REMARK: Type: 'struct.order'
// REMARK: Groups: 'id+state, price+weight, next+note+stamp'
// REMARK-NOT: Name: Split

// TOLD-DAG: %__SPLIT_struct.order = type { ptr, ptr, ptr }
// TOLD-DAG: %__SPLIT_struct.order.0 = type { i32, i8 }
// TOLD-DAG: %__SPLIT_struct.order.1 = type { double, i64 }
// TOLD-DAG: %__SPLIT_struct.order.2 = type { double, i64, [24 x i8] }

/* An index in a part is an index field as any other. */
// MARKS-DAG: @fill %{{.*}} DPA_AOSToSOAIndexField "{dtrans} AOS-to-SOA index" on %next
// MARKS-DAG: @depth %{{.*}} DPA_AOSToSOAIndexField "{dtrans} AOS-to-SOA index" on %next
// MARKS-NOT: @total

// NARROW-DAG: %__SPLIT_struct.order.0 = type { i32, i32, i8 }
// NARROW-DAG: %__SPLIT_struct.order.1 = type { double, double, i64, [24 x i8] }

// AFTER-DAG: %__SPLIT___DRF_struct.order.0 = type { double, double }
// AFTER-DAG: %__SPLIT___DRF_struct.order.1 = type { i32, i8 }

// BIG: Reason: 'dtrans-split: the groups asked for take more memory than the struct'
// NOTYPE: groups are of one struct: say type=NAME
// NOFIELD: groups: 'colour' names no field of 'struct.order', or one that has its group already
// TWICE: groups: '0' names no field of 'struct.order', or one that has its group already
// BITS: pass 'dtrans-split': index=8: expected 32|64

static void fill(void) {
    for (long i = 0; i < count; i++) {
        struct order *o = &orders[i];
        o->id = (int)(i * 7 % 31);
        o->state = (char)(i % 3);
        o->price = (double)i * 1.5;
        o->weight = (double)(i % 10);
        o->next = i ? &orders[i / 2] : NULL;
        snprintf(o->note, sizeof o->note, "n%ld", i);
        o->stamp = i * i;
        pairs[i] = (struct pair){i, i + 1, i + 2, i + 3};
        tinies[i] = (struct tiny){(int)i, 3};
    }
}

static double total(void) {
    double sum = 0;
    for (long i = 0; i < count; i++)
        sum += orders[i].price * orders[i].weight;
    return sum;
}

static long open_ones(int state) {
    long n = 0;
    for (long i = 0; i < count; i++)
        n += orders[i].state == state ? orders[i].id : 0;
    return n;
}

static int depth(const struct order *o) {
    int n = 0;
    for (; o; o = o->next)
        n++;
    return n;
}

static void exchange(struct order *a, struct order *b) {
    struct order t = *a;
    *a = *b;
    *b = t;
}

int main(int argc, char **argv) {
    (void)argv;
    count = 100 + argc;
    orders = malloc((size_t)count * sizeof *orders);
    pairs = malloc((size_t)count * sizeof *pairs);
    tinies = malloc(200 * sizeof *tinies);
    if (!orders || !pairs || !tinies)
        return 1;
    fill();
    double sum = 0;
    for (int round = 0; round < 20; round++) {
        sum += total();
        for (int k = 0; k < 3; k++)
            sum += (double)open_ones(k);
        for (long i = 0; i < count; i++)
            sum += (double)(pairs[i].a + pairs[i].b + pairs[i].c * pairs[i].d);
        for (long i = 0; i < count; i++)
            sum += tinies[i].hot;
    }
    exchange(&orders[3], &orders[90]);
    memcpy(&orders[50], &orders[20], 10 * sizeof *orders);
    memset(&orders[60], 0, 2 * sizeof *orders);
    printf("%.3f %d %s %ld %s %ld\n", sum, depth(&orders[count - 1]), orders[3].note,
           orders[90].stamp, orders[55].note, (long)(orders[70].next - orders));
    free(orders);
    free(pairs);
    free(tinies);
    return 0;
}
