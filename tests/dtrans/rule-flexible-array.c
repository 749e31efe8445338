// RUN: lathe opt --passes='dtrans-analysis<type=struct.flexible>' %s | FileCheck %s --check-prefix=FLEXIBLE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.fixed>' %s | FileCheck %s --check-prefix=FIXED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.many>' %s | FileCheck %s --check-prefix=MANY
// RUN: lathe opt --passes='dtrans-analysis<type=struct.item>' %s | FileCheck %s --check-prefix=ITEM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.global>' %s | FileCheck %s --check-prefix=GLOBAL
//
// Four bytes and n times four is no array of four-byte headers.

#include <stdlib.h>
#include <string.h>

struct flexible {
    int n;
    int data[];
};
struct fixed {
    int n;
    int data[];
};
struct item {
    long a, b;
};
struct many {
    long n;
    struct item items[];
};
struct global {
    int n;
    int data[];
};

static struct global filled = {2, {1, 2}};

int main(int argc, char **argv) {
    struct flexible *f = malloc(sizeof *f + argc * sizeof(int));
    struct fixed *g = malloc(sizeof *g);
    struct many *m = malloc(sizeof *m + argc * sizeof *m->items);
    f->n = g->n = m->n = argc;
    f->data[argc - 1] = 1;
    m->items[0].b = argc;
    return f->n + g->n + m->items[0].b + filled.data[argc];
}

// FLEXIBLE: type struct.flexible{{.*}} legal nothing{{$}}
// FLEXIBLE: BadMemFuncSize {{.*}}rule-flexible-array.c:35{{(:[0-9]+)?}} @main

// FIXED: type struct.fixed{{ }}
// FIXED-NOT: BadMemFuncSize

// MANY: type struct.many{{.*}} legal nothing{{$}}
// MANY: BadMemFuncSize {{.*}}rule-flexible-array.c:37{{(:[0-9]+)?}} @main

// ITEM: type struct.item{{.*}} legal nothing{{$}}
// ITEM: UnhandledUse: it is a member of 'struct.many', whose layout cannot change

// GLOBAL: type struct.global{{.*}} legal nothing{{$}}
// GLOBAL: BadMemFuncSize {{.*}}rule-flexible-array.c:32{{(:[0-9]+)?}} @filled
