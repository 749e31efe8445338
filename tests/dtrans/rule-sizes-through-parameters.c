// RUN: lathe opt --passes='dtrans-analysis<type=struct.direct>' %s | FileCheck %s --check-prefix=DIRECT
// RUN: lathe opt --passes='dtrans-analysis<type=struct.generic>' %s | FileCheck %s --check-prefix=GENERIC
//
// A size is good if all callers pass a multiple; one that comes through memory is not.

#include <stdlib.h>
#include <string.h>

struct direct {
    int a, b;
    long c;
};
struct generic {
    int a, b;
    long c;
};
struct vector {
    size_t size, n;
    char *data;
};

static struct direct *make(size_t bytes) {
    struct direct *d = malloc(bytes);
    d->b = 1;
    return d;
}

static void push(struct vector *v, const void *from) {
    v->data = realloc(v->data, (v->n + 1) * v->size);
    memcpy(v->data + v->n++ * v->size, from, v->size);
}

int main(int argc, char **argv) {
    struct direct *d = make(sizeof *d), *e = make(argc * sizeof *e);
    struct vector v = {sizeof(struct generic), 0, NULL};
    struct generic g = {argc, 2, 3};
    push(&v, &g);
    return d->b + e->b + ((struct generic *)v.data)->b;
}

// DIRECT: type struct.direct{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

// GENERIC: type struct.generic{{.*}} legal nothing{{$}}
// GENERIC: BadMemFuncSize {{.*}}rule-sizes-through-parameters.c:30{{(:[0-9]+)?}} @push
