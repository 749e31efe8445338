// RUN: lathe opt --passes='dtrans-analysis<type=struct.list>' %s | FileCheck %s --check-prefix=LIST
// RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
// RUN: lathe opt --passes='dtrans-analysis<type=struct.odd>' %s | FileCheck %s --check-prefix=ODD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.lone>' %s | FileCheck %s --check-prefix=LONE
//
// A number of elements that is not known stays inside an array that is a member, where the member
// after it is no more of the same; a number of bytes need not, and one scalar is no array.

#include <stdlib.h>
#include <string.h>

struct list {
    char tag;
    long total;
    int items[32];
    short n;
};
struct two {
    char tag;
    int a[4], b[4];
};
struct odd {
    char tag;
    int items[4];
    long n;
};
struct lone {
    char tag;
    int item;
    long n;
};

int main(int argc, char **argv) {
    struct list *l = calloc(1, sizeof *l);
    struct two *t = calloc(1, sizeof *t);
    struct odd *o = calloc(1, sizeof *o);
    struct lone *p = calloc(1, sizeof *p);
    memmove(&l->items[1], &l->items[0], (size_t)argc * sizeof l->items[0]);
    memset(t->a, 0, (size_t)argc * sizeof t->a[0]);
    memset(o->items, 0, (size_t)argc);
    memset(&p->item, 0, (size_t)argc * sizeof p->item);
    return l->items[1] + l->n + t->b[1] + o->items[1] + p->item + (argv == NULL);
}

// LIST: type struct.list{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// TWO: type struct.two{{.*}} legal nothing{{$}}
// TWO: BadMemFuncSize {{.*}}rule-array-counts.c:39{{(:[0-9]+)?}} @main

// ODD: type struct.odd{{.*}} legal nothing{{$}}
// ODD: BadMemFuncSize {{.*}}rule-array-counts.c:40{{(:[0-9]+)?}} @main

// LONE: type struct.lone{{.*}} legal nothing{{$}}
// LONE: BadMemFuncSize {{.*}}rule-array-counts.c:41{{(:[0-9]+)?}} @main
