// An allocator that carves objects from an array of its own is not recognised: what it gives out is
// bytes of the array. One that passes on what malloc gives is.
// RUN: lathe opt --passes='dtrans-analysis<type=struct.carved>' %s | FileCheck %s --check-prefix=CARVED
// RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s | FileCheck %s --check-prefix=PASSED
// CARVED: type struct.carved
// CARVED-NOT: legal reorder-fields
// CARVED: BadCasting
// PASSED: type struct.passed{{.*}} legal reorder-fields delete-fields
#include <stdlib.h>
struct carved { char c; long l; int i; };
struct passed { char c; long l; int i; };
static char arena[100000];
static size_t used;
static void *carve(size_t bytes) {
    void *p = arena + used;
    used += (bytes + 15) & ~(size_t)15;
    return p;
}
static void *take(size_t bytes) { return malloc(bytes); }
int main(int argc, char **argv) {
    struct carved *s = carve(sizeof *s);
    struct passed *p = take(sizeof *p);
    s->c = p->c = argc;
    s->l = p->l = 3;
    s->i = p->i = 4;
    return s->c + (int)s->l + s->i + p->c + (int)p->l + p->i;
}
