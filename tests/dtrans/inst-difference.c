// RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
// RUN: lathe opt --passes='dtrans-analysis<type=struct.bytes>' %s | FileCheck %s --check-prefix=BYTES
// RUN: lathe opt --passes='dtrans-analysis<type=struct.global>' %s | FileCheck %s --check-prefix=GLOBAL
// RUN: lathe opt --passes='dtrans-analysis<type=struct.offset>' %s | FileCheck %s --check-prefix=OFFSET
// RUN: lathe opt --passes='dtrans-analysis<type=struct.close>' %s | FileCheck %s --check-prefix=CLOSE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.inside>' %s | FileCheck %s --check-prefix=INSIDE
//
// A difference of pointers divided by the struct's size is rewritten with it; bytes are not.

#include <stdio.h>
#include <stdlib.h>

struct good {
    int a, b, c;
};
struct bytes {
    int a, b, c;
};
struct global {
    int a, b, c;
};
struct offset {
    int a, b;
    char text[8];
};
struct close {
    int a, b, c;
};
struct inside {
    int n;
    char text[8];
};

static struct global all[8];

int main(int argc, char **argv) {
    struct good *p = calloc(argc, sizeof *p), *q = p + argc - 1;
    struct bytes *r = calloc(argc, sizeof *r), *s = r + argc - 1;
    struct global *g = all + argc;
    struct offset *o = calloc(1, sizeof *o);
    struct close *c = calloc(argc, sizeof *c), *d = c + argc;
    struct inside *i = calloc(1, sizeof *i);
    p->b = r->b = g->b = o->b = c->b = i->n = argc;
    printf("%ld\n", q - p);
    printf("%ld\n", (char *)s - (char *)r);
    printf("%d\n", (int)((char *)g - (char *)all));
    printf("%ld\n", o->text - (char *)o);
    char *at = i->text + argc;
    printf("%ld\n", at - i->text);
    return (char *)d - (char *)c > 24;
}

// GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// GOOD-NOT: BadPtrManipulation

// BYTES: type struct.bytes{{.*}} legal nothing{{$}}
// BYTES: BadPtrManipulation {{.*}}inst-difference.c:45{{(:[0-9]+)?}} @main: the distance of two pointers

// GLOBAL: type struct.global{{.*}} legal nothing{{$}}
// GLOBAL: BadPtrManipulation {{.*}}inst-difference.c:46{{(:[0-9]+)?}} @main: the distance

// OFFSET: type struct.offset{{.*}} legal nothing{{$}}
// OFFSET: BadPtrManipulation {{.*}}inst-difference.c:47{{(:[0-9]+)?}} @main: the distance

// CLOSE: type struct.close{{.*}} legal nothing{{$}}
// CLOSE: BadPtrManipulation {{.*}}inst-difference.c:50{{(:[0-9]+)?}} @main: the distance

// INSIDE: type struct.inside{{ }}
// INSIDE-NOT: BadPtrManipulation
