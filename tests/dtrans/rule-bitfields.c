// RUN: lathe opt --passes='dtrans-analysis<type=struct.flags>' %s | FileCheck %s --check-prefix=FLAGS
//
// The storage unit of bit-fields is one field.

#include <stdlib.h>

struct flags {
    unsigned a : 3, b : 5;
    int n;
    unsigned long c : 33;
};

int main(int argc, char **argv) {
    struct flags *f = calloc(1, sizeof *f);
    f->a = argc;
    f->c = argc;
    f->n = f->b;
    return f->a + f->c + f->n;
}

// FLAGS: type struct.flags{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
// FLAGS-NOT: MismatchedElementAccess
