// Functions that hand on what malloc returns get a copy for each pool; those that free, and pointers
// to free, tell pools' objects from others at run time.
// RUN: lathe opt --passes='dtrans-pool<force>' --remarks=%t.yaml %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: %python %S/Inputs/reasons.py %t.yaml | FileCheck %s --check-prefix=WHY
// RUN: %python %tests/run/compare.py %s --passes='dtrans-pool<force>' \
// RUN:   --passes='dtrans-shuffle<seed=2>,dtrans-pool<force>'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct apple { struct apple *next; int weight; };
struct pear { struct pear *left, *right; long taste; };
struct cached { struct cached *next; int n; };

// CHECK-DAG: %__DPL_struct.apple = type { i32, i32 }
// CHECK-DAG: %__DPL_struct.pear = type { i32, i32, i64 }
// CHECK-DAG: %struct.cached = type { ptr, i32 }

// CHECK-LABEL: define {{.*}}ptr @apple(
// CHECK: call {{.*}}ptr @xmalloc.resized.pool(
// CHECK-LABEL: define {{.*}}ptr @xmalloc(
// CHECK: call {{.*}}ptr @malloc(
// CHECK-LABEL: define {{.*}}ptr @pear(
// CHECK: call {{.*}}ptr @xzalloc.pool(
// CHECK-LABEL: define {{.*}}i32 @main(
// CHECK: call {{.*}}void @each(ptr {{.*}}, ptr {{.*}}@lathe_pool_release)
// CHECK: call {{.*}}void @each(ptr {{.*}}, ptr {{.*}}@xfree)
// CHECK: call void @free(ptr
// CHECK-LABEL: define {{.*}}void @xfree(
// CHECK: call void @lathe_pool_release(ptr
// The copies go on counting the sizes that the program asks for.
// CHECK-LABEL: define {{.*}}ptr @xmalloc.resized.pool(
// CHECK: call ptr @lathe.pool.take(ptr @lathe.pool.struct.apple,
// CHECK-LABEL: define {{.*}}ptr @xzalloc.pool(
// CHECK: call ptr @lathe.pool.ztake(ptr @lathe.pool.struct.pear,

static unsigned calls;
static size_t bytes;

static void *xmalloc(size_t size) {
    void *p = malloc(size);
    calls++;
    bytes += size;
    if (!p)
        exit(1);
    return p;
}
static void *xzalloc(size_t size) {
    void *p = calloc(1, size);
    if (!p)
        exit(1);
    return p;
}
static void xfree(void *p) {
    calls += 100;
    free(p);
}

__attribute__((noinline)) struct apple *apple(struct apple *next, int weight) {
    struct apple *a = xmalloc(sizeof *a);
    a->next = next;
    a->weight = weight;
    return a;
}
__attribute__((noinline)) struct pear *pear(long taste) {
    struct pear *p = xzalloc(sizeof *p);
    p->taste = taste;
    return p;
}

// What a function returns that it did not allocate is no new object.
static struct cached *spare;
// WHY: PoolAllocator struct.cached {{.*}}: objects are allocated by other functions than malloc
static void *recycle(size_t size) {
    if (spare) {
        void *p = spare;
        spare = NULL;
        return p;
    }
    return realloc(NULL, size);
}

static void each(struct apple *a, void (*f)(void *)) {
    while (a) {
        struct apple *next = a->next;
        f(a);
        a = next;
    }
}

int main(void) {
    struct apple *a = NULL, *b = NULL;
    struct pear *p = pear(1);
    char *text = xmalloc(10);
    strcpy(text, "text");
    p->left = pear(2);
    p->right = pear(3);
    for (int i = 0; i < 6; i++) {
        a = apple(a, i);
        b = apple(b, i * i);
    }
    printf("%s %ld %ld %d %d %d\n", text, p->left->taste, p->right->taste, p->left->left == NULL,
           a->next->weight, b->next->next->weight);
    each(a, free);
    each(b, xfree);
    xfree(p->left);
    xfree(p->right);
    xfree(p);
    xfree(NULL);
    free(text);
    struct cached *c = recycle(sizeof *c);
    c->n = 5;
    c->next = c;
    spare = c->next;
    c = recycle(sizeof *c);
    printf("%u %zu %d\n", calls, bytes, c->n);
    free(c);
    return 0;
}
