// RUN: lathe opt --passes='dtrans-analysis<type=struct.flexible>' %s | FileCheck %s --check-prefix=FLEXIBLE
// RUN: lathe opt --passes='dtrans-analysis<type=struct.fixed>' %s | FileCheck %s --check-prefix=FIXED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.many>' %s | FileCheck %s --check-prefix=MANY
// RUN: lathe opt --passes='dtrans-analysis<type=struct.item>' %s | FileCheck %s --check-prefix=ITEM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.blurred>' %s | FileCheck %s --check-prefix=BLURRED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.copied>' %s | FileCheck %s --check-prefix=COPIED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.global>' %s | FileCheck %s --check-prefix=GLOBAL
// RUN: lathe opt --passes='dtrans-analysis<type=struct.rows>' %s | FileCheck %s --check-prefix=ROWS
// RUN: lathe opt --passes='dtrans-analysis<type=struct.next>' %s | FileCheck %s --check-prefix=NEXT
// RUN: lathe opt --passes='dtrans-analysis<type=struct.part>' %s | FileCheck %s --check-prefix=PART
// RUN: lathe opt --passes='dtrans-analysis<type=struct.inner>' %s | FileCheck %s --check-prefix=INNER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
//
// Four bytes and n times four is no array of four-byte headers, but a header and what is behind it:
// whatever size it has, the header's may change.

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
struct blurred {
    int a, b;
};
struct bytes {
    long n;
    struct blurred items[];
};
struct copied {
    int a, b;
};
struct copies {
    long n;
    struct copied items[];
};
struct global {
    int n;
    int data[];
};
struct rows {
    int n, m;
    int data[];
};
struct next {
    int n, m;
    int data[];
};
struct inner {
    int a, b;
};
struct part {
    int n, m;
    struct inner inner;
    int data[];
};
struct one {
    int n, m;
    int data[1];
};

static struct global filled = {2, {1, 2}};

int main(int argc, char **argv) {
    struct flexible *f = malloc(sizeof *f + argc * sizeof(int));
    struct fixed *g = malloc(sizeof *g);
    struct many *m = malloc(sizeof *m + argc * sizeof *m->items);
    f->n = g->n = m->n = argc;
    f->data[argc - 1] = 1;
    m->items[0].b = argc;
    struct bytes *b = malloc(sizeof *b + atoi(argv[0]));
    b->items[0].b = argc;
    struct copies *c = malloc(sizeof *c + argc * sizeof *c->items), *d;
    c->items[0].b = argc;
    d = malloc(sizeof *c + argc * sizeof *c->items);
    memcpy(d, c, sizeof *c + argc * sizeof *c->items);
    struct rows *r = malloc(argc * sizeof *r);
    r[argc - 1].m = argc;
    struct next *x = malloc(2 * sizeof *x);
    x[1].m = argc;
    struct part *p = malloc(argc * sizeof(int));
    p->n = p->inner.b = argc;
    struct one *o = malloc(sizeof *o + argc * sizeof(int));
    o->data[1] = argc;
    return f->n + g->n + m->items[0].b + filled.data[argc] + r->m + x[1].m + p->n + o->data[1] +
           b->items[0].b + d->items[0].b;
}

// FLEXIBLE: type struct.flexible{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// FIXED: type struct.fixed{{ }}
// FIXED-NOT: BadMemFuncSize

// MANY: type struct.many{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// ITEM: type struct.item{{.*}} legal reorder-fields delete-fields pool{{$}}

// INNER: type struct.inner{{.*}} legal nothing{{$}}
// INNER: UnhandledUse: it is a member of 'struct.part', whose layout cannot change

// Which part of the size is theirs is not known.
// BLURRED: type struct.blurred{{.*}} legal nothing{{$}}
// BLURRED: BadMemFuncSize {{.*}}@main: malloc gets a size in which the share of the elements after a 'struct.bytes' is unknown

// COPIED: type struct.copied{{.*}} legal nothing{{$}}
// COPIED: BadMemFuncSize {{.*}}@main: memcpy or memmove gets a size in which the share of the elements after a 'struct.copies' is unknown

// GLOBAL: type struct.global{{.*}} legal nothing{{$}}
// GLOBAL: BadMemFuncSize {{.*}}@filled

// ROWS: type struct.rows{{.*}} legal nothing{{$}}
// ROWS: BadPtrManipulation {{.*}}: it ends in an array without an end, but

// NEXT: type struct.next{{.*}} legal nothing{{$}}
// NEXT: BadPtrManipulation {{.*}}: it ends in an array without an end, but the next object is asked for

// There may be less than a header.
// PART: type struct.part{{.*}} legal nothing{{$}}
// PART: BadMemFuncSize {{.*}}@main: malloc allocates a size that is not known

// ONE: type struct.one{{.*}} legal nothing{{$}}
// ONE: BadMemFuncSize
