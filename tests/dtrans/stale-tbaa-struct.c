// DEFINE: %{layout} = type=struct.pair;order=1.0
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=tbaa-struct>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// The copy says of what types the bytes are. If it still says so of the old layout, its store of
// `number` is one of a float, and does not change the number that is read.
#include <stdio.h>
#include <stdlib.h>

struct pair {
    int number;
    float ratio;
};

__attribute__((noinline)) static int swap(struct pair *to, struct pair *same, int n) {
    struct pair local;
    local.number = n;
    same->number = 10;
    *to = local;
    return same->number;
}

int main(int argc, char **argv) {
    struct pair *p = malloc(sizeof *p);
    int number = swap(p, p, 44 + argc);
    p->ratio = 0.5f;
    printf("%d %g\n", number, p->ratio);
    free(p);
    return argv == NULL;
}

// CHANGED: %__DTL_struct.pair = type { float, i32 }
// CHANGED: call void @llvm.memcpy{{.*}}i64 8, i1 false)
// CHANGED-NOT: !tbaa.struct

// STALE: 45 0.5
// STALE: got exit code 0, output
// STALE-NEXT: 10 0.5
