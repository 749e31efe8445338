// DEFINE: %{mark} = dtrans-test-annotate<function=sum;of=struct.item;field=3;kind=DPA_AOSToSOAIndexField;text=weight;file=annot-marks.c;line=1>,dtrans-test-annotate<function=sum;value=arrayidx;type=struct.item>
// DEFINE: %{first} =
// DEFINE: %{second} =
// DEFINE: %{run} = \
// DEFINE:   lathe opt --passes='%{mark},%{first},%{second}' %s -o %t.bc && \
// DEFINE:   lathe opt --passes='dtrans-test-annotations' %t.bc | FileCheck %s --check-prefix=KEPT && \
// DEFINE:   lathe opt --passes='dtrans-test-annotations<call=marked>,dtrans-strip-annotations' %t.bc -o %t.ll && \
// DEFINE:   FileCheck %s --check-prefix=STRIPPED < %t.ll && \
// DEFINE:   clang -O0 %t.ll -o %t.O0 && %t.O0 | FileCheck %s --check-prefix=OUTPUT && \
// DEFINE:   clang -O2 %t.ll -o %t.O2 && %t.O2 | FileCheck %s --check-prefix=OUTPUT
//
// REDEFINE: %{first} = ir-rename-structs<prefix=a.>
// REDEFINE: %{second} = ir-rename-structs<prefix=b.>
// RUN: %{run}
// REDEFINE: %{second} = ir-test-clone-functions
// RUN: %{run}
// REDEFINE: %{first} = ir-test-split-blocks
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

// KEPT: @sum{{.*}} %arrayidx dtrans-type level 1 of %{{.*}}struct.item{{$}}
// KEPT-NEXT: @sum{{.*}} %{{.*}} DPA_AOSToSOAIndexField "weight" on %{{.*}}
// KEPT-NOT: {{.}}

// STRIPPED-NOT: dtrans-type
// STRIPPED-NOT: __DTrans

// OUTPUT: marked 1000
// OUTPUT-NEXT: marked 1001
// OUTPUT-NEXT: marked 1002
// OUTPUT-NEXT: sum 18019
// OUTPUT-NOT: {{.}}
