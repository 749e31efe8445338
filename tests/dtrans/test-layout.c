// RUN: lathe opt --passes='dtrans-test-layout<type=struct.s;order=2.+3.0.1.+8>' %s -o - | FileCheck %s
// CHECK: %__DTL_struct.s = type { i32, [3 x i8], i8, double, [8 x i8] }
// RUN: %python %tests/run/compare.py %s --passes='dtrans-test-layout<type=struct.s;order=2.+3.0.1.+8>'

// What may not move stays, and so does a struct that may not change.
// RUN: lathe opt --passes='dtrans-test-layout<type=struct.pinned;order=1.0>,dtrans-test-layout<type=struct.pinned;order=+4.0.1>,dtrans-test-layout<type=struct.kept;order=1.0>' %s -o - \
// RUN:     | FileCheck %s --check-prefix=SAME
// SAME-NOT: __DTL_
// RUN: lathe opt --passes='dtrans-test-layout<type=struct.pinned;order=0.+4.1>' %s -o - | FileCheck %s --check-prefix=PINNED
// PINNED: %__DTL_struct.pinned = type { i32, [4 x i8], double }

// DEFINE: %{order} =
// DEFINE: %{bad} = not lathe opt --passes='dtrans-test-layout<type=struct.s;order=%{order}>' %s -o - 2>&1 | FileCheck %s --check-prefix=ORDER
// REDEFINE: %{order} = 2.0
// RUN: %{bad}
// REDEFINE: %{order} = 2.0.0
// RUN: %{bad}
// REDEFINE: %{order} = 2.0.3
// RUN: %{bad}
// REDEFINE: %{order} = 2.0.1.1
// RUN: %{bad}
// REDEFINE: %{order} = 2.0.x
// RUN: %{bad}
// REDEFINE: %{order} = 2.0.1.-4
// RUN: %{bad}
// ORDER: error: dtrans-test-layout: '{{.*}}' is not an order of all elements of 'struct.s'
// RUN: not lathe opt --passes='dtrans-test-layout<type=struct.none;order=0>' %s -o - 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: dtrans-test-layout: there is no type 'struct.none'
// RUN: not lathe opt --passes='dtrans-test-layout<type=struct.s>' %s -o - 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: error: dtrans-test-layout: type and order must be given
// RUN: not lathe opt --passes='dtrans-shuffle<without=align.nothing>' %s -o - 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not lathe opt --passes='dtrans-test-layout<type=struct.s;order=0.1.2;without=nothing>' %s -o - 2>&1 | FileCheck %s --check-prefix=RULE
// RULE: error: no rule is called 'nothing'
#include <stdio.h>
#include <stdlib.h>

struct s {
    char c;
    double d;
    int i;
};
struct pinned {
    int first;
    double second;
};
struct kept {
    int a, b;
};

static struct pinned object = {1, 2};
static int *address = &object.first;

int main(int argc, char **argv) {
    struct s *s = malloc(2 * sizeof *s);
    struct kept kept = {argc, 5};
    for (int i = 0; i < 2; i++) {
        s[i].c = (char)(i + 1);
        s[i].d = i + 0.5;
        s[i].i = argc * 100;
    }
    *address += argc;
    printf("%d %g %d %d %g\n", s[0].c + s[1].c, s[0].d + s[1].d, s[0].i + s[1].i, object.first,
           object.second);
    fwrite(&kept, sizeof kept, 1, stdout);
    free(s);
    return argv == NULL;
}
