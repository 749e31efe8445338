// RUN: lathe opt --passes='dtrans-analysis<type=struct.node>' %s | FileCheck %s --check-prefix=NODE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.odd>' %s | FileCheck %s --check-prefix=ODD
//

#include <stdlib.h>

struct node {
    struct node *next;
    int key;
};
struct odd {
    long a, b;
};

static void *xmalloc(size_t n) {
    void *p = malloc(n);
    if (!p)
        abort();
    return p;
}

int main(int argc, char **argv) {
    struct node *p = xmalloc(sizeof *p), *q = xmalloc(argc * sizeof *q);
    p->next = q;
    q->key = argc;
    struct odd *o = xmalloc(argc + sizeof *o);
    o->b = 1;
    free(q);
    return p->next->key + o->b;
}

// NODE: type struct.node{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// NODE-DAG: site xmalloc count 1 {{.*}}inst-call-alloc.c:23{{(:[0-9]+)?}} @main
// NODE-DAG: site xmalloc count 0 {{.*}}inst-call-alloc.c:23{{(:[0-9]+)?}} @main

// ODD: type struct.odd{{.*}} legal nothing{{$}}
// ODD: BadMemFuncSize {{.*}}inst-call-alloc.c:26{{(:[0-9]+)?}} @main: xmalloc
