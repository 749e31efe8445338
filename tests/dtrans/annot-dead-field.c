// RUN: lathe opt --passes='dtrans-test-annotate<function=make;of=struct.item;field=1;kind=DPA_AOSToSOAIndexField;text=unread>,dtrans-test-annotate<function=make;of=struct.item;field=2;kind=DPA_AOSToSOAIndexField;text=weight>,dtrans-delete-fields' %s -o %t.bc
// RUN: lathe opt --passes=dtrans-test-annotations %t.bc | FileCheck %s --check-prefix=KEPT
// RUN: lathe opt --passes=mem2reg %t.bc -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-annotate<function=make;of=struct.item;field=1;kind=DPA_AOSToSOAIndexField;text=unread>,dtrans-delete-fields'
//
// A mark of ours on a field that nobody reads does not keep the field, and goes with it. A mark on
// another field stays, and so does a field the user has annotated.
#include <stdio.h>
#include <stdlib.h>

struct item {
    char tag;
    short unread;
    int weight;
};
struct marked {
    int key;
    __attribute__((annotate("mine"))) long unread;
};

static struct item *make(int n) {
    struct item *items = calloc((size_t)n, sizeof *items);
    for (int i = 0; i < n; i++) {
        items[i].tag = (char)i;
        items[i].unread = 7;
        items[i].weight = 1000 + i;
    }
    return items;
}

int main(int argc, char **argv) {
    struct item *items = make(argc + 2);
    struct marked *m = malloc((size_t)argc * sizeof *m);
    m->key = argc;
    m->unread = 4;
    printf("%d %d %d\n", items[1].tag, items[2].weight, m->key);
    free(m);
    free(items);
    return argv == NULL;
}

// KEPT: @make{{.*}} %{{.*}} DPA_AOSToSOAIndexField "weight" on %{{.*}}
// KEPT-NOT: DPA_

// CHECK-DAG: %__DFD_struct.item{{[.0-9]*}} = type { i8, i32 }
// CHECK-DAG: %struct.marked = type { i32, i64 }
