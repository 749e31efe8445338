// DEFINE: %{layout} = type=struct.mark;order=1.0.2
// RUN: lathe opt --passes='dtrans-test-layout<%{layout}>' %s -o - | FileCheck %s --check-prefix=CHANGED
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<%{layout}>'
// RUN: not %python %tests/run/compare.py %s --levels=-O2 \
// RUN:     --passes='dtrans-test-layout<%{layout};without=padding>' 2>&1 | FileCheck %s --check-prefix=STALE
//
// The front end clears the three bytes behind `kind`. Another field has come there.
#include <stdio.h>
#include <stdlib.h>

struct mark {
    int number;
    char kind;
    int line;
};

int main(int argc, char **argv) {
    struct mark *m = malloc(sizeof *m);
    *m = (struct mark){argc * 123456789, 'k', argc + 1};
    printf("%d %d %d\n", m->number, m->kind, m->line);
    free(m);
    return argv == NULL;
}

// CHANGED: %__DTL_struct.mark = type { i8, i32, i32 }
// CHANGED-NOT: @llvm.memset{{.*}}i64 3

// STALE: 123456789 107 2
// STALE: got exit code 0, output
// STALE-NEXT: 21 107 2
