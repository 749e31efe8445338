// Functions of the system: what they keep, fill, own or only look at.
//
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll > %t.txt
// RUN: FileCheck %s < %t.txt

#include <search.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

struct controlled {
    int a;
    long b;
};
struct by_value {
    int a;
    int size;
};
struct mapped {
    int a;
    long b;
};
struct buffer {
    long n;
    char *bytes;
};
struct searched {
    int a;
    long b;
};
struct key {
    int a;
    long b;
};
struct divided {
    long quot, rem;
    int n;
};
struct jumps {
    int a;
    long b;
};

static jmp_buf place;
static void *root;

static int compare(const void *x, const void *y) {
    const struct searched *a = x, *b = y;
    return (a->b > b->b) - (a->b < b->b);
}

static int compare_keys(const void *x, const void *y) {
    const struct key *a = x, *b = y;
    return (a->b > b->b) - (a->b < b->b);
}

static int deep(struct jumps *j) {
    if (j->b > 3)
        longjmp(place, 1);
    return j->a;
}

int main(int argc, char **argv) {
    struct controlled *c = calloc(1, sizeof *c);
    struct by_value *f = calloc(1, sizeof *f);
    ioctl(0, 0x1234, c);
    ioctl(0, 0x1235, f->size);

    struct mapped *m = mmap(NULL, sizeof *m, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct buffer *b = calloc(1, sizeof *b);
    b->bytes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    struct searched *s = calloc(1, sizeof *s);
    s->b = argc;
    tsearch(s, &root, compare);
    struct key *keys = calloc(3, sizeof *keys);
    qsort(keys, 3, sizeof *keys, compare_keys);

    ldiv_t d = ldiv(argc, 3);
    struct divided *q = calloc(1, sizeof *q);
    q->quot = d.quot;
    q->rem = d.rem;

    struct jumps *j = calloc(1, sizeof *j);
    if (setjmp(place))
        return 1;
    return c->a + f->a + m->b + b->bytes[0] + deep(j) + (int)q->rem + (int)keys[1].b;
}

// The struct is the library's, members of its kind are not.
// CHECK-LABEL: type struct.ldiv_t size 16 {{.*}} legal nothing
// CHECK-NEXT: field
// CHECK-NEXT: field
// CHECK-NEXT: SystemObject: 'ldiv_t' is a struct of the C library

// CHECK-LABEL: type struct.by_value size 8 {{.*}} legal reorder-fields delete-fields split

// Memory from mmap may hold text; a struct in it could be a file, or be shared.
// CHECK-LABEL: type struct.buffer size 16 {{.*}} legal reorder-fields delete-fields split

// CHECK-LABEL: type struct.searched size 16 {{.*}} legal nothing
// CHECK: {{^}}  AddressTaken {{.*}}:77:5 @main: tsearch keeps the pointer

// CHECK-LABEL: type struct.divided size 24 {{.*}} legal reorder-fields delete-fields split

// CHECK-LABEL: type struct.controlled size 16 {{.*}} legal nothing
// CHECK: {{^}}  AddressTaken {{.*}}:68:5 @main: ioctl keeps the pointer

// CHECK-LABEL: type struct.mapped size 16 {{.*}} legal nothing
// CHECK: SystemObject {{.*}}:71:24 @main: mmap returns it from the library's own memory

// CHECK-LABEL: type struct.key size 16 {{.*}} legal reorder-fields delete-fields split

// Objects are where they were when setjmp returns twice.
// CHECK-LABEL: type struct.jumps size 16 {{.*}} legal reorder-fields delete-fields split
