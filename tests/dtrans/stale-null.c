// DEFINE: %{layout} = type=struct.part;order=1.0.2
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=null>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// The first field of a part that was not found is at null, and the program asks. It has moved.
#include <stdio.h>
#include <stdlib.h>

struct part {
    int number;
    long weight;
    struct part *next;
};

__attribute__((noinline)) static int *number_of(struct part *p) {
    return &p->number;
}

// An access proves that there is a part, and so does a test; nothing can be seen of one that is
// only followed, and an element that is not the first is not asked for.
__attribute__((noinline)) static int *accessed(struct part *p) {
    p->weight++;
    return &p->number;
}
__attribute__((noinline)) static int *accessed_later(struct part *p, long *weight) {
    int *number = &p->number;
    *weight = p->weight;
    return number;
}
__attribute__((noinline)) static int *tested(struct part *p) {
    return p ? &p->number : NULL;
}
__attribute__((noinline)) static int followed(struct part *p, int which) {
    int spare = 3, *number = which ? &p->number : &spare;
    return *number;
}
__attribute__((noinline)) static long *weight_of(struct part *p) {
    return &p->weight;
}
__attribute__((noinline)) static struct part *found(struct part *p, int number) {
    while (p && p->number != number)
        p = p->next;
    return p;
}

int main(int argc, char **argv) {
    struct part *p = calloc(1, sizeof *p);
    long weight;
    p->number = argc;
    *weight_of(p) += 7;
    printf("%d %d", *accessed(p) + *accessed_later(p, &weight), followed(p, argc));
    printf(" %ld %s\n", weight, tested(found(p, argc)) ? "there" : "gone");
    puts(number_of(found(p, argc + 1)) ? "found" : "none");
    free(p);
    return argv == NULL;
}

// CHANGED: %__DTL_struct.part = type { i64, i32, ptr }
// CHANGED-LABEL: @weight_of(
// CHANGED-NOT: = select i1 {{.*}}ptr null
// CHANGED-LABEL: @accessed(
// CHANGED-NOT: = select i1 {{.*}}ptr null
// CHANGED-LABEL: @accessed_later(
// CHANGED-NOT: = select i1 {{.*}}ptr null
// CHANGED-LABEL: @followed(
// CHANGED-NOT: = select i1 {{.*}}ptr null
// CHANGED-LABEL: @tested(
// CHANGED-NOT: = select i1 {{.*}}ptr null
// CHANGED-LABEL: @number_of(
// CHANGED: [[FIELD:%.*]] = getelementptr inbounds{{.*}} %__DTL_struct.part, ptr [[BASE:%.*]], i32 0, i32 1
// CHANGED: [[NONE:%.*]] = icmp eq ptr [[BASE]], null
// CHANGED: [[THIS:%.*]] = select i1 [[NONE]], ptr null, ptr [[FIELD]]
// CHANGED: ret ptr [[THIS]]

// STALE: none
// STALE: got exit code 0, output
// STALE: found
