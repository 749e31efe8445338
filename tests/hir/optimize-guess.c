// RUN: lathe opt --verbose --passes=hir-optimize %s -o %t.bc 2>&1 | FileCheck %s
// How long a loop is taken to be that ends at a number which is not known: no longer than what it
// accesses.
enum { N = 256 };
float a[N][N], b[N][N];

// CHECK-NOT: 'copy' done
void copy(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[i][j];
}

// CHECK: unroll-and-jam of a loop in 'turn' done
void turn(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = b[j][i];
}

// RUN: lathe hir --optimize --function=copy %s | FileCheck --check-prefix=SAME %s
// SAME: // after
// SAME: + DO i1 = 0, zext(%n) + -1, 1
// SAME-NEXT: |   + DO i2 = 0, zext(%n) + -1, 1
// SAME-NEXT: |   |   %0 = (@b)[0][i1][i2];
