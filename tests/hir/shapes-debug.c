// Rows of arrays behind pointers, as debug info tells them, in code whose types are gone. How an
// address is cut never changes it, which the second run checks; nothing says that subscripts stay
// in their rows, unless it is proven.
//
// RUN: clang -O2 -g -fno-vectorize -fno-unroll-loops -c -emit-llvm %s -o %t.bc
// RUN: lathe hir --verbose --quiet %t.bc | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %t.bc | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// RUN: clang -O2 -fno-vectorize -fno-unroll-loops -c -emit-llvm %s -o %t.bare.bc
// RUN: lathe hir --verbose --quiet %t.bare.bc | FileCheck --check-prefix=BARE %s
// RUN: lathe hir --verbose --quiet %s | FileCheck --check-prefix=FRONT %s
#include <stdio.h>

#define NOINLINE __attribute__((noinline))

NOINLINE void by_rows(int (*a)[10], int n) {
    int *p = (int *)a;
    for (int i = 0; i < n; i++)
        p[10 * i + 2] = i;
}
// CHECK-LABEL: FUNCTION by_rows
// CHECK: (%{{[0-9]+}})[i1{exact} : 40][2 : 4 x 10]{i32 sb:{{[0-9]+}} inbounds nowrap} =
// BARE-LABEL: FUNCTION by_rows
// BARE: (%{{[0-9]+}})[10 * i1 + 2{exact} : 4]{i32 sb:{{[0-9]+}} nowrap} =

// A walk over all of it leaves its row.
NOINLINE void all_of_it(int (*a)[10], int n) {
    int *p = &a[0][0];
    for (int i = 0; i < n; i++)
        p[i] += i;
}
// CHECK-LABEL: FUNCTION all_of_it
// CHECK: (%{{[0-9]+}})[0 : 40][i1{exact} : 4 x 10]{i32 sb:{{[0-9]+}} nowrap} =

typedef double row[8];
NOINLINE double by_typedef(const row *restrict a) {
    double sum = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 8; j++)
            sum += a[i][j] * (i + 1);
    return sum;
}
// CHECK-LABEL: FUNCTION by_typedef
// CHECK: = (%{{[0-9]+}})[i1{exact} : 64][i2{exact} : 8 x 8]{double sb:{{[0-9]+}} inbounds nowrap};

// Only the last dimension is a constant; the others are found by what is multiplied.
NOINLINE void variable(int n, int m, float a[n][m][4]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j][1] = (float)(i + j);
}
// CHECK-LABEL: FUNCTION variable
// CHECK: : 4 x 4]{float
// FRONT-LABEL: FUNCTION variable
// FRONT: (%a)[i1{exact} : (16 * zext.i32.i64(%m))][i2{exact} : 16][1 : 4 x 4]{float

NOINLINE void three(int a[restrict][6][5], int n) {
    for (int i = 1; i < n; i++)
        for (int j = 1; j < 6; j++)
            for (int k = 0; k < 4; k++)
                a[i][j][k] = a[i - 1][j - 1][k + 1] + 1;
}
// CHECK-LABEL: FUNCTION three
// CHECK: = (%{{[0-9]+}})[i1{exact} : 120][i2{exact} : 20 x 6][i3 + 1{exact} : 4 x 5]{i32 sb:{{[0-9]+}} inbounds};
// CHECK: (%{{[0-9]+}})[i1 + 1{exact} : 120][i2 + 1{exact} : 20 x 6][i3{exact} : 4 x 5]{i32 sb:{{[0-9]+}} inbounds} =

int grid[40][10], cube[9][6][5];
float boxes[3 * 4 * 4];
double rows[5][8];

int main(void) {
    by_rows(grid, 40);
    all_of_it(grid, 400);
    for (int i = 0; i < 40; i++)
        rows[i / 8][i % 8] = i;
    variable(3, 4, (void *)boxes);
    three(cube, 9);
    printf("%d %d %g %g %d\n", grid[7][2], grid[39][9], by_typedef(rows), boxes[45], cube[8][5][0]);
}
