// With 32-bit indexes an allocation of more elements than they count fails as the allocator does,
// in whatever way it is written; with as many as they count it is tried.
// RUN: lathe opt '--passes=dtrans-aos-to-soa<force;index=32>' %s -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: clang -Wno-override-module -O2 %t.ll -o %t
// RUN: %t 5000000000 | FileCheck %s --check-prefix=REFUSED
// RUN: %t 4294967295 | FileCheck %s --check-prefix=REFUSED
// RUN: %t 100 | FileCheck %s --check-prefix=GIVEN
// RUN: lathe opt '--passes=dtrans-aos-to-soa<force;index=64>' %s -o - | FileCheck %s --check-prefix=WIDE
// CHECK: icmp ule i64 %{{.*}}, 4294967294
// WIDE-NOT: 4294967294
// REFUSED: one: refused
// REFUSED-NEXT: two: refused
// REFUSED-NEXT: more: refused, the old ones are there: 7
// GIVEN: one: given 99
// GIVEN-NEXT: two: given 99
// GIVEN-NEXT: more: given 7 99
#include <stdio.h>
#include <stdlib.h>

struct one {
    struct one *next;
    char c;
};
struct two {
    struct two *next;
    char c;
};
struct more {
    struct more *next;
    char c;
};
static struct one *ones;
static struct two *twos;
static struct more *mores;

int main(int argc, char **argv) {
    size_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 10;
    ones = malloc(count * sizeof *ones);
    if (ones) {
        ones[count - 1].c = 99;
        ones->next = &ones[count - 1];
        printf("one: given %d\n", ones->next->c);
    } else {
        puts("one: refused");
    }
    twos = calloc(count, sizeof *twos);
    if (twos) {
        twos[count - 1].c = 99;
        twos->next = &twos[count - 1];
        printf("two: given %d\n", twos->next->c);
    } else {
        puts("two: refused");
    }
    mores = malloc(3 * sizeof *mores);
    if (!mores)
        return 1;
    mores[2].c = 7;
    mores->next = &mores[2];
    struct more *grown = realloc(mores, count * sizeof *mores);
    if (!grown) {
        printf("more: refused, the old ones are there: %d\n", mores->next->c);
        return 0;
    }
    mores = grown;
    mores[count - 1].c = 99;
    mores[1].next = &mores[count - 1];
    printf("more: given %d %d\n", mores[2].c, mores[1].next->c);
    return 0;
}
