// The worked example of a transform of loop nests, examples/transforms/strip_innermost.c: only loops
// without loops in them are stripped, and the program does what it did.
// RUN: lathe opt --passes='hir-canonicalize,hir-strip-innermost' --verbose %s -o %t.ll 2>&1 | FileCheck %s
// CHECK-DAG: strip mining of a loop in 'main' done
// CHECK-DAG: strip mining of a loop in 'main' declined: there is a loop in it
// CHECK-DAG: strip mining of a loop in 'search' declined: its trip count is unknown
// RUN: clang -w -O1 %s -o %t.old && clang -w -O1 %t.ll -o %t.new && %t.old > %t.out && %t.new | diff - %t.out
#include <stdio.h>

static int a[37][45];

__attribute__((noinline)) static int search(const int *p) {
    int sum = 0;
    while (*p >= 0)
        sum += *p++;
    return sum;
}

int main(int argc, char **argv) {
    long sum = 0;
    (void)argv;
    for (int i = 0; i < 37; i++)
        for (int j = 0; j < 45; j++)
            a[i][j] = i * j + argc;
    for (int i = 0; i < 37; i++)
        sum = 3 * sum + a[i][i];
    a[36][44] = -1;
    printf("%ld %d\n", sum, search(a[30]));
    return 0;
}
