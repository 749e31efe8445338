// DEFINE: %{mark} = dtrans-test-annotate<function=sum;of=struct.item;field=3;kind=DPA_AOSToSOAIndexField;text=weight;file=annot-marks.c;line=1>
// DEFINE: %{first} =
// DEFINE: %{second} =
// DEFINE: %{order} = %{mark},%{first},%{second}
// DEFINE: %{run} = \
// DEFINE:   lathe opt --passes='%{order}' %s -o %t.bc && \
// DEFINE:   lathe opt --passes='dtrans-test-annotations' %t.bc | FileCheck %s --check-prefix=KEPT && \
// DEFINE:   lathe opt --passes='dtrans-test-annotations<call=marked>,dtrans-strip-annotations' %t.bc -o %t.ll && \
// DEFINE:   FileCheck %s --check-prefix=STRIPPED < %t.ll && \
// DEFINE:   clang -O0 %t.ll -o %t.O0 && %t.O0 | FileCheck %s --check-prefix=OUTPUT && \
// DEFINE:   clang -O2 %t.ll -o %t.O2 && %t.O2 | FileCheck %s --check-prefix=OUTPUT
//
// REDEFINE: %{first} = dtrans-shuffle<seed=1>
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-reorder-fields
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-delete-fields
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
//
// The same with the mark made between the two.
// REDEFINE: %{order} = %{first},%{mark},%{second}
// REDEFINE: %{mark} = dtrans-test-annotate<function=sum;value=weight;kind=DPA_AOSToSOAIndexField;text=weight>
// REDEFINE: %{first} = dtrans-shuffle<seed=1>
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-shuffle<seed=1>
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-reorder-fields
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{first} = dtrans-reorder-fields
// REDEFINE: %{second} = dtrans-delete-fields
// RUN: %{run}
// REDEFINE: %{first} = dtrans-delete-fields
// REDEFINE: %{second} = dtrans-shuffle<seed=1>
// RUN: %{run}
// REDEFINE: %{first} = dtrans-delete-fields
// REDEFINE: %{second} = dtrans-reorder-fields
// RUN: %{run}
//
// What is marked before two transforms is marked after them, whatever their order: the program
// itself is called with each marked address and shows what is there.

#include <stdio.h>
#include <stdlib.h>

struct item {
    char tag;     // 0
    double ratio; // 1
    short unread; // 2
    int weight;   // 3
    char flag;    // 4
    int count;    // 5
};

void marked(const int *p) {
    printf("marked %d\n", *p);
}

static struct item *make(int n) {
    struct item *items = calloc((size_t)n, sizeof *items);
    for (int i = 0; i < n; i++) {
        items[i].tag = (char)i;
        items[i].ratio = i * 0.5;
        items[i].unread = 7;
        items[i].weight = 1000 + i;
        items[i].flag = 3;
        items[i].count = 5000 + i;
    }
    return items;
}

static int sum(struct item *items, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        struct item *e = &items[i];
        total += e->weight + e->count + e->tag + e->flag + (int)e->ratio;
    }
    return total;
}

int main(void) {
    struct item *items = make(3);
    printf("sum %d\n", sum(items, 3));
    free(items);
    return 0;
}

// KEPT: @sum{{.*}} %{{.*}} DPA_AOSToSOAIndexField "weight" on %{{.*}}
// KEPT-NOT: DPA_

// STRIPPED-NOT: dtrans-type
// STRIPPED-NOT: __DTrans

// OUTPUT: marked 1000
// OUTPUT-NEXT: marked 1001
// OUTPUT-NEXT: marked 1002
// OUTPUT-NEXT: sum 18019
// OUTPUT-NOT: {{.}}
