// The worked example of a transform of layouts, examples/transforms/hot_first.c: the hottest field
// comes first; a struct that is in that order already, and one that may not change, stay.
// RUN: lathe opt --passes=dtrans-hot-first %s -o %t.ll && FileCheck %s --input-file=%t.ll
// CHECK-DAG: %__DHF_struct.item = type { i64, ptr, i8, i8 }
// CHECK-DAG: %struct.sorted = type { i64, i8 }
// CHECK-DAG: %struct.seen = type { i8, i64 }
// RUN: clang -w -O1 %s -o %t.old && clang -w -O1 %t.ll -o %t.new && %t.old > %t.out && %t.new | diff - %t.out

// Its decisions are values, too.
// RUN: lathe opt --passes='dtrans-hot-first<plan=%t.plan>' %s && FileCheck %s --check-prefix=PLAN --input-file=%t.plan
// PLAN: order=3,1,0,2 of struct.item
// RUN: lathe opt --passes='dtrans-hot-first<apply=%t.plan>' %s -o %t.two.ll && diff %t.ll %t.two.ll
#include <stdio.h>
#include <stdlib.h>

struct item {
    char tag;
    struct item *next;
    char other;
    long hot;
};
struct sorted {
    long hot;
    char cold;
};
struct seen {
    char cold;
    long hot;
};

int main(int argc, char **argv) {
    struct item *first = NULL;
    struct sorted *s = malloc(sizeof *s);
    struct seen *seen = malloc(sizeof *seen);
    long sum = 0;
    (void)argv;
    *s = (struct sorted){argc, 1};
    *seen = (struct seen){1, argc};
    for (int i = 0; i < 10; i++) {
        struct item *one = malloc(sizeof *one);
        one->tag = (char)i;
        one->other = 1;
        one->hot = i;
        one->next = first;
        first = one;
    }
    for (struct item *one = first; one; one = one->next)
        for (int i = 0; i < 100; i++)
            sum += one->hot++ + s->hot++ + seen->hot++;
    printf("%ld %d %d %d\n", sum, first->tag + first->other, s->cold, seen->cold);
    fwrite(seen, sizeof *seen, 1, stderr);
    return 0;
}
