// RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
//

#include <stdlib.h>

struct one {
    int a, b;
};
struct two {
    short c, d;
    int e;
};
struct good {
    int a, b;
};

int main(void) {
    struct one *p = malloc(sizeof *p);
    p->b = 1;
    ((struct two *)p)->d = 2;
    struct good *g = malloc(sizeof *g);
    void *v = g;
    g->b = p->b;
    return ((struct good *)v)->b;
}

// ONE: type struct.one{{.*}} legal nothing{{$}}
// ONE: BadCasting {{.*}}cond-bad-casting.c:21{{(:[0-9]+)?}} @main: a pointer to it is also used as a pointer to 'struct.two'

// TWO: type struct.two{{.*}} legal nothing{{$}}
// TWO: BadCasting {{.*}}cond-bad-casting.c:22{{(:[0-9]+)?}} @main: a pointer to it is also used

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: BadCasting
