// RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
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

static struct two *cell;
static struct good *right;

int main(int argc, char **argv) {
    struct one *p = malloc(sizeof *p);
    p->b = argc;
    cell = (struct two *)p;
    right = malloc(sizeof *right);
    right->b = argc;
    return cell->c + right->b;
}

// ONE: type struct.one{{.*}} legal nothing{{$}}
// ONE: UnsafePointerStore {{.*}}cond-unsafe-pointer-store.c:23{{(:[0-9]+)?}} @main

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: UnsafePointerStore
