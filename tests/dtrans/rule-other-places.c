// RUN: lathe opt --passes='dtrans-analysis<type=struct.in>' %s | FileCheck %s --check-prefix=IN
// RUN: lathe opt --passes='dtrans-analysis<type=struct.other>' %s | FileCheck %s --check-prefix=OTHER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.arena>' %s | FileCheck %s --check-prefix=ARENA
// RUN: lathe opt --passes='dtrans-analysis<type=struct.tail>' %s | FileCheck %s --check-prefix=TAIL
// RUN: lathe opt --passes='dtrans-analysis<type=struct.loop>' %s | FileCheck %s --check-prefix=LOOP
//
// Members seen as something else, objects behind a header that is no struct, the field behind an array.

#include <stdlib.h>

struct in {
    int a, b;
};
struct other {
    short x, y;
    int z;
};
struct out {
    long n;
    struct in i;
};
struct arena {
    long a, b;
};
struct tail {
    int n;
    char buf[8];
    int end;
};
struct loop {
    int n;
    char buf[8];
    int end;
};

int main(int argc, char **argv) {
    struct out *o = calloc(1, sizeof *o);
    o->n = argc;
    struct other *t = (struct other *)&o->i;
    t->z = argc;
    long *header = malloc(8 + sizeof(struct arena));
    struct arena *s = (struct arena *)(header + 1);
    s->b = argc;
    struct tail *l = calloc(1, sizeof *l);
    struct loop *m = calloc(1, sizeof *m);
    for (char *p = l->buf; p != (char *)&l->end; p++)
        l->n += *p;
    for (char *p = m->buf; p != m->buf + 8; p++)
        m->n += *p;
    return o->n + t->z + s->b + *header + l->n + m->n;
}

// IN: type struct.in{{.*}} legal nothing{{$}}
// IN: BadCasting: a pointer to it is also used as a pointer to 'struct.other'

// OTHER: type struct.other{{.*}} legal nothing{{$}}
// OTHER: BadCasting {{.*}}rule-other-places.c:40{{(:[0-9]+)?}} @main: a pointer to it is also used as a pointer to 'struct.in'

// ARENA: type struct.arena{{.*}} legal nothing{{$}}
// ARENA: BadCasting {{.*}}rule-other-places.c:41{{(:[0-9]+)?}} @main: an object of it lies inside memory that is not a struct

// TAIL: type struct.tail{{.*}} legal nothing{{$}}
// TAIL: BadPtrManipulation {{.*}}rule-other-places.c:46{{(:[0-9]+)?}} @main: a pointer into an array is compared

// LOOP: type struct.loop{{ }}
// LOOP-NOT: BadPtrManipulation
