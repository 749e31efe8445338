// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Arrays of run-time size, arrays in structs, structs in arrays, locals, and loops side by side.
#include <stdio.h>
#include <stdlib.h>
struct point { float x, y, z; };
struct body { int id; struct point at[3]; double mass; };
struct grid { int rows, columns; double *cells; };
static struct body bodies[10];
static struct { int head; short table[6][7]; } packed;

void vla(int n, int m, int a[n][m]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] += i * j;
}
// CHECK-LABEL: FUNCTION vla
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (0 < %m)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, zext(%m) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = i1  *  i2;
// CHECK-NEXT: |      |   %{{[0-9]+}} = (%a)[i1][i2];
// CHECK-NEXT: |      |   (%a)[i1][i2] = %{{[0-9]+}} + trunc(%{{[0-9]+}});
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void vla3(int n, int m, int k, int a[n][m][k]) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int l = 0; l < k; l++)
                a[i][j][l] = i + j + l;
}
// CHECK-LABEL: FUNCTION vla3
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (0 < %m)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, zext(%m) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   if (0 < %k)
// CHECK-NEXT: |      |   {
// CHECK-NEXT: |      |      + DO i3 = 0, zext(%k) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |      |   (%a)[i1][i2][i3] = i1 + i2 + i3;
// CHECK-NEXT: |      |      + END LOOP
// CHECK-NEXT: |      |   }
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void vla_transposed(int n, int a[n][n]) {
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            a[i][j] -= a[j][i];
}
// CHECK-LABEL: FUNCTION vla_transposed
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (%a)[i1][i2];
// CHECK-NEXT: |   |   %{{[0-9]+}} = (%a)[i2][i1];
// CHECK-NEXT: |   |   (%a)[i2][i1] = -1 * %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void in_struct(void) {
    for (int i = 0; i < 10; i++) {
        bodies[i].mass = i;
        for (int j = 0; j < 3; j++)
            bodies[i].at[j].y = j - i;
    }
}
// CHECK-LABEL: FUNCTION in_struct
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 9, 1   <DO_LOOP>
// CHECK-NEXT: |   %conv = sitofp(i1);
// CHECK-NEXT: |   (@bodies)[0][i1][5] = %conv;
// CHECK-NEXT: |   + DO i2 = 0, 2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %conv6 = sitofp(-1 * i1 + i2);
// CHECK-NEXT: |   |   (@bodies)[0][i1][i2][2] = %conv6;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void through_pointer(struct body *b, int n) {
    for (int i = 0; i < n; i++)
        b[i].at[1].x += b[i].mass;
}
// CHECK-LABEL: FUNCTION through_pointer
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%b)[i1][5];
// CHECK-NEXT: |   %{{[0-9]+}} = (%b)[i1][1][1];
// CHECK-NEXT: |   %conv = fpext(%{{[0-9]+}});
// CHECK-NEXT: |   %add = %conv  +  %{{[0-9]+}};
// CHECK-NEXT: |   %conv4 = fptrunc(%add);
// CHECK-NEXT: |   (%b)[i1][1][1] = %conv4;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void in_field(void) {
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 7; j++)
            packed.table[i][j] = (short)(i * j);
}
// CHECK-LABEL: FUNCTION in_field
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 5, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 6, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = i1  *  i2;
// CHECK-NEXT: |   |   (@packed)[0][i1][i2 + 2] = %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void grid_fill(struct grid *g) {
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->columns; j++)
            g->cells[i * g->columns + j] = i - j;
}
// CHECK-LABEL: FUNCTION grid_fill
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, smax(%{{[0-9]+}}, 1) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %i.013 = i1;
// CHECK-NEXT: |   if (0 < %{{[0-9]+}})
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %{{[0-9]+}} = (%g)[0][1];
// CHECK-NEXT: |      %{{[0-9]+}} = (%g)[0][1];
// CHECK-NEXT: |      %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: |      + DO i2 = 0, smax(%{{[0-9]+}}, 1) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %conv = sitofp(i1 + -1 * i2);
// CHECK-NEXT: |      |   (%{{[0-9]+}})[i2 + sext((%{{[0-9]+}} * %i.013))] = %conv;
// CHECK-NEXT: |      |   %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int local(int n) {
    int t[16], s = 0;
    for (int i = 0; i < 16; i++)
        t[i] = i * n;
    for (int i = 0; i < 16; i++)
        s += t[15 - i] * i;
    return s;
}
// CHECK-LABEL: FUNCTION local
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 15, 1   <DO_LOOP>
// CHECK-NEXT: |   (%t)[0][i1] = %n * i1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.09 = 0;
// CHECK-NEXT: + DO i1 = 0, 15, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%t)[0][-1 * i1 + 15];
// CHECK-NEXT: |   %{{[0-9]+}} = trunc(i1);
// CHECK-NEXT: |   %s.09 = %s.09  +  (%{{[0-9]+}} * %{{[0-9]+}});
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void restricted(int n, int *restrict x, const int *restrict y) {
    for (int i = 0; i < n; i++)
        x[i] = y[i] + y[i + 1];
}
// CHECK-LABEL: FUNCTION restricted
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%y)[i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%y)[i1 + 1];
// CHECK-NEXT: |   (%x)[i1] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void aliased(int n, int *x, const int *y) {
    for (int i = 0; i < n; i++)
        x[i] = y[i] + y[i + 1];
}
// CHECK-LABEL: FUNCTION aliased
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%y)[i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%y)[i1 + 1];
// CHECK-NEXT: |   (%x)[i1] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void deep(int n, int a[2][2][2][2]) {
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                for (int l = 0; l < 2; l++)
                    a[i][j][k][l] += n;
}
// CHECK-LABEL: FUNCTION deep
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   + DO i3 = 0, 1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   + DO i4 = 0, 1, 1   <DO_LOOP>
// CHECK-NEXT: |   |   |   |   %{{[0-9]+}} = (%a)[i1][i2][i3][i4];
// CHECK-NEXT: |   |   |   |   (%a)[i1][i2][i3][i4] = %{{[0-9]+}} + %n;
// CHECK-NEXT: |   |   |   + END LOOP
// CHECK-NEXT: |   |   + END LOOP
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void siblings(int n, int *x) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            x[j] += i;
        for (int j = 3; j < 6; j++)
            x[j] -= i;
    }
}
// CHECK-LABEL: FUNCTION siblings
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (%x)[i2];
// CHECK-NEXT: |   |   (%x)[i2] = i1 + %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   + DO i2 = 0, 2, 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (%x)[i2 + 3];
// CHECK-NEXT: |   |   (%x)[i2 + 3] = -1 * i1 + %{{[0-9]+}};
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    int m[4][5] = {{0}}, c[2][3][4], q[5][5], d[2][2][2][2] = {{{{0}}}}, x[12] = {0}, y[13];
    double cells[12], s = 0;
    struct grid g = {3, 4, cells};
    for (int i = 0; i < 13; i++)
        y[i] = i * i;
    for (int i = 0; i < 25; i++)
        q[i / 5][i % 5] = i;
    vla(4, 5, m);
    vla(0, 5, m);
    vla3(2, 3, 4, c);
    vla_transposed(5, q);
    in_struct();
    through_pointer(bodies, 10);
    in_field();
    grid_fill(&g);
    restricted(12, x, y);
    aliased(11, y, y);
    deep(3, d);
    siblings(4, x);
    for (int i = 0; i < 10; i++)
        s += bodies[i].mass + bodies[i].at[1].x * 2 + bodies[i].at[2].y + x[i] + y[i] + cells[i];
    for (int i = 0; i < 20; i++)
        s += m[i / 5][i % 5] * i + c[i % 2][i % 3][i % 4] + q[i % 5][i / 5] + d[1][0][1][i & 1];
    printf("%.2f %d %d\n", s, local(3), packed.table[5][6]);
    return 0;
}
// CHECK: 29 loops in 17 regions: 29 DO, 0 DO with more exits, 0 WHILE; 0 not modelled
