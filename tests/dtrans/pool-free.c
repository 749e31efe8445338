// What is freed twice, was never allocated, or is no object of a pool, ends the program with a
// message, whether generated code or the runtime frees it; where malloc would go on, so does a pool.
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.ll -- -w
// RUN: FileCheck %s < %t.ll
// RUN: clang -Wno-override-module -O2 %t.ll %pool-runtime -lpthread -o %t
// RUN: %t | FileCheck %s --check-prefix=OUT
// RUN: not --crash %t twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t quick 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t between 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t alias 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t wrapper 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t list 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t thread 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t written 2>&1 | FileCheck %s --check-prefix=WRITTEN
// RUN: not --crash %t moved 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not --crash %t variable 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %t reused | FileCheck %s --check-prefix=OUT
// RUN: %t null | FileCheck %s --check-prefix=OUT
// RUN: clang -Wno-override-module -O0 %t.ll %pool-runtime -lpthread -o %t.plain
// RUN: not --crash %t.plain twice 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not --crash %t.plain thread 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: {{^}}lathe: double free of a pooled object{{$}}
// NONE: {{^}}lathe: free of an address that is not a pooled object{{$}}
// WRITTEN: {{^}}lathe: a pooled object was written to after it was freed{{$}}
// OUT: sum 4950
//
// Only what is surely an object, or null, is freed without a call: not a pointer that was moved, nor
// one that may be the address of a variable.
// CHECK-LABEL: @pop(
// CHECK: call void @lathe.pool.give(ptr @lathe.pool.struct.node,
// CHECK-LABEL: @drop(
// CHECK: call void @lathe_pool_release(
// CHECK-LABEL: @drop_moved(
// CHECK: call void @lathe_pool_free(ptr @lathe.pool.struct.step,
// CHECK-LABEL: @drop_other(
// CHECK: call void @lathe_pool_free(ptr @lathe.pool.struct.other,
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    long key;
    double weight;
};
struct step {
    struct step *next;
    long key;
};
struct other {
    struct other *next;
    long key;
};

static struct node *all, *also;
static struct step *steps;
static struct other *others;
static const char *what;

static struct node *make(long key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = all;
    n->key = key;
    n->weight = 0;
    return all = n;
}

__attribute__((noinline)) void pop(void) {
    struct node *n = all;
    all = n->next;
    free(n);
}

__attribute__((noinline)) void drop(struct node *n) {
    free(n);
}

__attribute__((noinline)) void drop_moved(long by) {
    free(steps + by);
}

__attribute__((noinline)) void drop_other(void) {
    struct other *o = others;
    others = NULL;
    free(o);
}

static void drop_all(struct node *n) {
    while (n) {
        struct node *next = n->next;
        drop(n);
        n = next;
    }
}

static void release(void *memory) {
    if (memory)
        free(memory);
}

static void *in_thread(void *data) {
    drop(also);
    return data;
}

static int is(const char *name) {
    return strcmp(what, name) == 0;
}

int main(int argc, char **argv) {
    long sum = 0;
    what = argc > 1 ? argv[1] : "";
    for (int i = 0; i < 100; i++)
        make(i);
    for (struct node *n = all; n; n = n->next)
        sum += n->key;
    printf("sum %ld\n", sum);
    fflush(stdout);
    struct node *a = all, *b = a->next;
    all = b->next;
    also = a;
    if (is("twice")) {
        drop(a);
        drop(a);
    } else if (is("between")) {
        drop(a);
        drop(b);
        drop(a);
    } else if (is("quick")) {
        all = a;
        pop();
        all = a;
        pop();
    } else if (is("alias")) {
        drop(a);
        drop(also);
    } else if (is("wrapper")) {
        release(a);
        release(a);
    } else if (is("list")) {
        b->next = a;
        a->next = b;
        drop_all(a);
    } else if (is("thread")) {
        pthread_t thread;
        for (int i = 0; i < 2 && !pthread_create(&thread, NULL, in_thread, NULL); i++)
            pthread_join(thread, NULL);
    } else if (is("written")) {
        drop(a);
        a->key = 77;
        a->weight = 3;
        a->next = b;
        make(1);
    } else if (is("moved")) {
        steps = malloc(sizeof *steps);
        steps->next = NULL;
        steps->key = 1;
        drop_moved(argc + 4);
    } else if (is("variable")) {
        struct other local = {0, argc};
        others = malloc(sizeof *others);
        others->next = NULL;
        if (argc < 100)
            others = &local;
        drop_other();
    } else if (is("reused")) {
        drop(a);
        struct node *c = make(1);
        drop(b);
        drop(c == a ? c : b);
    } else if (is("null")) {
        drop(NULL);
        release(NULL);
    }
    return 0;
}
