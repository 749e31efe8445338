// RUN: lathe opt --passes='dtrans-analysis<type=struct.left>' %s | FileCheck %s --check-prefix=LEFT
// RUN: lathe opt --passes='dtrans-analysis<type=struct.right>' %s | FileCheck %s --check-prefix=RIGHT
// RUN: lathe opt --passes='dtrans-analysis<type=union.either>' %s | FileCheck %s --check-prefix=UNION_EITHER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.tagged>' %s | FileCheck %s --check-prefix=TAGGED
//
// A union is one opaque member of its container; its own members are refused.

#include <stdlib.h>

struct left {
    int a, b;
};
struct right {
    float x, y;
};
union either {
    struct left l;
    struct right r;
};
struct holds {
    int tag;
    union either e;
    long n;
};
union word {
    int i;
    float f;
};
struct tagged {
    char tag;
    union word w;
};

int main(int argc, char **argv) {
    struct holds *h = calloc(1, sizeof *h);
    struct tagged *t = calloc(1, sizeof *t);
    if (argc > 1)
        h->e.l.b = argc;
    else
        h->e.r.y = argc;
    t->w.f = argc;
    return h->n + t->w.i;
}

// LEFT: type struct.left{{.*}} legal nothing{{$}}
// LEFT: BadCasting: it shares its bytes

// RIGHT: type struct.right{{.*}} legal nothing{{$}}
// RIGHT: BadCasting

// UNION_EITHER: type union.either{{.*}} legal nothing{{$}}
// UNION_EITHER: BadCasting: the members of a union share their bytes

// TAGGED: type struct.tagged{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
