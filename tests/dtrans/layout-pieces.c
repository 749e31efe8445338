// RUN: lathe opt --passes='default<O2>,dtrans-shuffle<seed=1>' %s -o - | FileCheck %s
// RUN: %python %tests/run/compare.py %s --passes='default<O2>,dtrans-shuffle<seed=1>'
//
// The optimizer has kept only one member of `counter`, a piece of it in the debug info. Which piece
// it is cannot be said any more; the variable's type must stay all the same, or the IR is invalid.
#include <stdio.h>
#include <stdlib.h>

struct s {
    int n;
    char tag;
    double v;
};

static struct s counter = {1, 2, 3.5};

int main(int argc, char **argv) {
    struct s *s = malloc((size_t)argc * 4 * sizeof *s);
    for (int i = 0; i < argc * 4; i++) {
        counter.v += argc;
        s[i].v = counter.v;
        s[i].n = i;
        s[i].tag = (char)argc;
    }
    printf("%g %d %d\n", s[3].v, s[2].n, s[argc].tag);
    return argv == NULL;
}

// CHECK: %__DSH_struct.s = type
// CHECK: @counter.0 = internal {{.*}}double 3.5{{[^!]*$}}
