// The hint names the transformed type after every order of two transforms, also for a dependent type
// (outer holds item by value) and for a level of 2. If the transforms rename types by a prefix, as
// the base test does (__DTT_, __DDT_), the pattern below accepts it; a type that keeps its old name
// while its body changed must show the new body: see BODY.
//
// DEFINE: %{mark} = dtrans-test-annotate<function=sum;value=arrayidx;type=struct.item>,dtrans-test-annotate<function=held;value=call;type=struct.outer>,dtrans-test-annotate<function=held;value=call1;type=struct.item;level=2>
// DEFINE: %{first} =
// DEFINE: %{second} =
// DEFINE: %{run} = \
// DEFINE:   lathe opt --passes='mem2reg,%{mark},%{first},%{second}' %s -o %t.ll && \
// DEFINE:   lathe opt --passes='dtrans-test-annotations' %t.ll | FileCheck %s --check-prefix=KEPT && \
// DEFINE:   FileCheck %s --check-prefix=BODY < %t.ll
//
// REDEFINE: %{first} = dtrans-shuffle<seed=1>
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-reorder-fields
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-delete-fields
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
#include <stdio.h>
#include <stdlib.h>

struct item {
    char tag;
    double ratio;
    short unread;
    int weight;
    char flag;
};
struct outer {
    char kind;
    struct item in;
    char last;
};

static int sum(struct item *items, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        struct item *e = &items[i];
        total += e->weight + e->tag + e->flag + (int)e->ratio;
    }
    return total;
}

static int held(struct item *items, int n) {
    struct outer *outer = malloc((size_t)n * sizeof *outer);
    struct item **cell = malloc(sizeof *cell);
    outer->kind = 1;
    outer->last = 2;
    outer->in.weight = n;
    *cell = items;
    int r = (*cell)->weight + outer->in.weight + outer->kind + outer->last;
    free(cell);
    free(outer);
    return r;
}

int main(int argc, char **argv) {
    struct item *items = calloc(3, sizeof *items);
    items[1].weight = argc;
    printf("%d %d\n", sum(items, 3), held(items, argc));
    free(items);
    return argv == NULL;
}

// KEPT-DAG: @sum{{.*}} %arrayidx dtrans-type level 1 of %[[ITEM:.*struct\.item.*]]
// KEPT-DAG: @held{{.*}} %{{.*}} dtrans-type level 1 of %{{.*}}struct.outer
// KEPT-DAG: @held{{.*}} %{{.*}} dtrans-type level 2 of %[[ITEM]]
// KEPT-NOT: malformed

// Every struct.item that the module defines is the one accesses use.
// BODY: %[[NAME:.*struct\.item.*]] = type
// BODY: getelementptr {{.*}}%[[NAME]], ptr
// BODY: !{%[[NAME]] zeroinitializer, i32 1}
