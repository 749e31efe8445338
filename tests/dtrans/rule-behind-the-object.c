// RUN: lathe opt --passes='dtrans-analysis<type=struct.header>' %s | FileCheck %s --check-prefix=HEADER
// RUN: lathe opt --passes='dtrans-analysis<type=struct.item>' %s | FileCheck %s --check-prefix=ITEM
// RUN: lathe opt --passes='dtrans-analysis<type=struct.array>' %s | FileCheck %s --check-prefix=ARRAY
//
// A header and its items in one allocation, of one size by chance: n * size is the size of neither.

#include <stdlib.h>

struct header {
    long n, cap;
};
struct item {
    int a, b;
    long c;
};
struct array {
    long a, b;
};

int main(int argc, char **argv) {
    struct header *h = malloc(sizeof *h + argc * sizeof(struct item));
    struct item *items = (struct item *)(h + 1);
    h->n = argc;
    items[0].b = argc;
    struct array *a = malloc(3 * sizeof *a);
    a[0].b = argc;
    a[1].a = argc;
    return h->n + items[0].b + a[1].a;
}

// HEADER: type struct.header{{.*}} legal nothing{{$}}
// HEADER: BadCasting: the memory after an object of it holds a 'struct.item'

// ITEM: type struct.item{{.*}} legal nothing{{$}}
// ITEM: BadCasting: an object of it lies in other bytes of 'struct.header'

// ARRAY: type struct.array{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
