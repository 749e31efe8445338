// RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct one {
    int a, b;
};
struct two {
    long c;
};
struct good {
    int a, b;
};

static int use(void *p) {
    return p != 0;
}

static int look(struct good *p) {
    return p->b;
}

int main(int argc, char **argv) {
    void *p = malloc(8);
    ((struct one *)p)->b = argc;
    ((struct two *)p)->c = argc;
    struct good *g = malloc(sizeof *g);
    g->b = argc;
    return use(p) +
           look(g);
}

// ONE: type struct.one{{.*}} legal nothing{{$}}
// ONE: AmbiguousPointerTarget {{.*}}cond-ambiguous-pointer-target.c:32{{(:[0-9]+)?}} @main

// TWO: type struct.two{{.*}} legal nothing{{$}}
// TWO: AmbiguousPointerTarget {{.*}}cond-ambiguous-pointer-target.c:32{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: AmbiguousPointerTarget
