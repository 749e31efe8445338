// Objects from malloc and calloc come from a pool, and pointers to them in structs, in the objects
// themselves and in others, take 32 bits: what is loaded is widened, what is stored is cut.
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' --passes='dtrans-pool<force;wide>' \
// RUN:   --passes='dtrans-pool<force;unshifted>' --passes='dtrans-shuffle<seed=1>,dtrans-pool<force>'
// RUN: lathe opt --passes='dtrans-pool<force;wide>' %s -o - | FileCheck %s --check-prefix=WIDE
// RUN: lathe opt --passes='dtrans-pool<force;unshifted>' %s -o - | FileCheck %s --check-prefix=UNSHIFTED
// RUN: lathe opt --passes='dtrans-pool<type=other>' %s -o - | FileCheck %s --check-prefix=OTHER
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
    struct node *prev;
    int small;
};
struct list {
    struct node *head, *tail;
    int count;
};
struct other {
    struct other *up;
    int n;
};

// CHECK-DAG: %__DPL_struct.node = type { i64, i32, i32, i32 }
// CHECK-DAG: %__DPLDT_struct.list = type { i32, i32, i32 }
// CHECK-DAG: %__DPL_struct.other = type { i32, i32 }
// CHECK-DAG: @lathe.pool.struct.node = internal global { i32, i32, i64, i32, i32, ptr, ptr, i32, i32, [8 x i64] } { i32 24, i32 3, i64 0, i32 0, i32 0, ptr null, ptr @lathe_pool_crowded, i32 {{[01]}}, i32 0, [8 x i64] zeroinitializer }, align 8
// CHECK-DAG: @lathe.pool.struct.other = internal global {{.*}} { i32 8, i32 2, i64 0,
// WIDE-DAG: %__DPL_struct.node = type { ptr, i64, ptr, i32 }
// WIDE-DAG: %struct.list = type { ptr, ptr, i32 }
// WIDE-DAG: @lathe.pool.struct.node = internal global {{.*}} { i32 32, i32 3,
// UNSHIFTED-DAG: @lathe.pool.struct.node = internal global {{.*}} { i32 24, i32 0,
// OTHER-DAG: %struct.node = type { ptr, i64, ptr, i32 }
// OTHER-DAG: %__DPL_struct.other = type { i32, i32 }

// CHECK-LABEL: @add(
// CHECK: [[N:%.*]] = call ptr @lathe.pool.take(ptr @lathe.pool.struct.node, i64 3, i64 24)
// CHECK: [[NEXT:%.*]] = getelementptr {{.*}}%__DPL_struct.node, ptr [[N]], i32 0, i32 1
// CHECK-NEXT: store i32 0, ptr [[NEXT]], align 4
// CHECK: [[TAIL:%.*]] = load i32, ptr %tail, align 4
// CHECK-NEXT: [[W:%.*]] = zext i32 [[TAIL]] to i64
// CHECK-NEXT: [[SHIFTED:%.*]] = shl nuw nsw i64 [[W]], 3
// CHECK-NEXT: [[P:%.*]] = inttoptr i64 [[SHIFTED]] to ptr
// CHECK: [[BITS:%.*]] = ptrtoint ptr [[P]] to i64
// CHECK-NEXT: [[CUT:%.*]] = lshr i64 [[BITS]], 3
// CHECK-NEXT: [[NARROW:%.*]] = trunc i64 [[CUT]] to i32
// CHECK-NEXT: store i32 [[NARROW]], ptr %prev, align 4
// UNSHIFTED-LABEL: @add(
// UNSHIFTED: [[TAIL:%.*]] = load i32, ptr %tail, align 4
// UNSHIFTED-NEXT: [[W:%.*]] = zext i32 [[TAIL]] to i64
// UNSHIFTED-NEXT: inttoptr i64 [[W]] to ptr
__attribute__((noinline)) void add(struct list *l, long value) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = NULL;
    n->prev = l->tail;
    n->value = value;
    n->small = (int)value * 2;
    if (l->tail)
        l->tail->next = n;
    else
        l->head = n;
    l->tail = n;
    l->count++;
}

// CHECK-LABEL: @drop(
// CHECK: call void @lathe.pool.give(ptr @lathe.pool.struct.node, i64 3, ptr
// CHECK-NOT: call void @free
__attribute__((noinline)) void drop(struct list *l) {
    struct node *n = l->head;
    l->head = n->next;
    if (l->head)
        l->head->prev = NULL;
    else
        l->tail = NULL;
    free(n);
    l->count--;
}

// CHECK-LABEL: @up(
// CHECK: call ptr @lathe.pool.ztake(ptr @lathe.pool.struct.other, i64 2, i64 8)
__attribute__((noinline)) struct other *up(struct other *o, int n) {
    struct other *p = calloc(1, sizeof *p);
    printf("%d %d\n", p->n, p->up == NULL);
    p->up = o;
    p->n = n;
    return p;
}

int main(void) {
    struct list l = {0};
    struct other *o = NULL;
    long sum = 0;
    for (int i = 0; i < 20; i++)
        add(&l, i);
    for (int i = 0; i < 5; i++)
        drop(&l);
    for (int i = 0; i < 7; i++)
        add(&l, 100 + i);
    for (struct node *n = l.head; n; n = n->next)
        sum = sum * 3 + n->value + n->small;
    for (struct node *n = l.tail; n; n = n->prev)
        sum = sum * 5 + n->value;
    for (int i = 0; i < 4; i++)
        o = up(o, i);
    for (; o; o = o->up)
        sum += o->n;
    while (l.head)
        drop(&l);
    printf("%ld %d %d\n", sum, l.count, l.tail == NULL);
    return 0;
}
