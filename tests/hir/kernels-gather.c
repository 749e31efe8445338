// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Histograms, gathers and scatters: references that are indexed through a subscript or a base.
#include <stdio.h>
#define N 32
int hist[16], idx[N], val[N], out[N], *rows[8], start[9], col[N], next[N];
unsigned char bytes[64];
struct cell { int key, weight; struct cell *link; } cells[N];

void histogram(int n) {
    for (int i = 0; i < n; i++)
        hist[val[i] & 15]++;
}
// CHECK-LABEL: FUNCTION histogram
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@val)[0][i1];
// CHECK-NEXT: |   %and = %{{[0-9]+}}  &  15;
// CHECK-NEXT: |   %{{[0-9]+}} = (@hist)[0][%and];
// CHECK-NEXT: |   (@hist)[0][%and] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void byte_histogram(void) {
    for (int i = 0; i < 64; i++)
        hist[bytes[i] >> 4]++;
}
// CHECK-LABEL: FUNCTION byte_histogram
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 63, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@bytes)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@hist)[0][(zext.i8.i32(%{{[0-9]+}})) / 16];
// CHECK-NEXT: |   (@hist)[0][(zext.i8.i32(%{{[0-9]+}})) / 16] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void gather(int n) {
    for (int i = 0; i < n; i++)
        out[i] = val[idx[i]];
}
// CHECK-LABEL: FUNCTION gather
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@val)[0][%{{[0-9]+}}];
// CHECK-NEXT: |   (@out)[0][i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void scatter(int n) {
    for (int i = 0; i < n; i++)
        out[idx[i] + 1] = val[i];
}
// CHECK-LABEL: FUNCTION scatter
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@val)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][i1];
// CHECK-NEXT: |   (@out)[0][sext(%{{[0-9]+}}) + 1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void twice(int n) {
    for (int i = 0; i < n; i++)
        out[i] += val[idx[idx[i]]];
}
// CHECK-LABEL: FUNCTION twice
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][%{{[0-9]+}}];
// CHECK-NEXT: |   %{{[0-9]+}} = (@val)[0][%{{[0-9]+}}];
// CHECK-NEXT: |   %{{[0-9]+}} = (@out)[0][i1];
// CHECK-NEXT: |   (@out)[0][i1] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void by_row(int n) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < n; j++)
            rows[i][j] += i;
}
// CHECK-LABEL: FUNCTION by_row
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 7, 1   <DO_LOOP>
// CHECK-NEXT: |   if (0 < %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %{{[0-9]+}} = (@rows)[0][i1];
// CHECK-NEXT: |      + DO i2 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (%{{[0-9]+}})[i2];
// CHECK-NEXT: |      |   (%{{[0-9]+}})[i2] = i1 + %{{[0-9]+}};
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void sparse(int n) {
    for (int i = 0; i < n; i++)
        for (int k = start[i]; k < start[i + 1]; k++)
            out[i] += val[k] * col[k];
}
// CHECK-LABEL: FUNCTION sparse
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@start)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@start)[0][i1 + 1];
// CHECK-NEXT: |   if (%{{[0-9]+}} < %{{[0-9]+}})
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %{{[0-9]+}} = (@start)[0][i1 + 1];
// CHECK-NEXT: |      %arrayidx12.promoted = (@out)[0][i1];
// CHECK-NEXT: |      %add1310 = %arrayidx12.promoted;
// CHECK-NEXT: |      + DO i2 = 0, smax((sext(%{{[0-9]+}}) + 1), sext(%{{[0-9]+}})) + -1 * sext(%{{[0-9]+}}) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@val)[0][i2 + sext(%{{[0-9]+}})];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@col)[0][i2 + sext(%{{[0-9]+}})];
// CHECK-NEXT: |      |   %add1310 = %add1310  +  (%{{[0-9]+}} * %{{[0-9]+}});
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      (@out)[0][i1] = %add1310;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void permute(int n) {
    for (int i = 0; i < n; i++) {
        int t = idx[i];
        idx[i] = idx[n - 1 - i];
        idx[n - 1 - i] = t;
    }
}
// CHECK-LABEL: FUNCTION permute
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   (@idx)[0][i1] = %{{[0-9]+}};
// CHECK-NEXT: |   (@idx)[0][-1 * i1 + sext(%n) + -1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void fields(int n) {
    for (int i = 0; i < n; i++)
        cells[i].weight = cells[idx[i]].key + 1;
}
// CHECK-LABEL: FUNCTION fields
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@idx)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@cells)[0][%{{[0-9]+}}][0];
// CHECK-NEXT: |   (@cells)[0][i1][1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int chase(int i) {
    int s = 0;
    while (i >= 0) {
        s += val[i];
        i = next[i];
    }
    return s;
}
// CHECK-LABEL: FUNCTION chase
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.06 = 0;
// CHECK-NEXT: %i.addr.05 = %i;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@val)[0][%i.addr.05];
// CHECK-NEXT: |   %s.06 = %s.06  +  %{{[0-9]+}};
// CHECK-NEXT: |   %i.addr.05 = (@next)[0][%i.addr.05];
// CHECK-NEXT: |   if (%i.addr.05 < 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop while.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
int list(struct cell *c) {
    int s = 0;
    for (; c; c = c->link)
        s += c->weight;
    return s;
}
// CHECK-LABEL: FUNCTION list
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.06 = 0;
// CHECK-NEXT: %c.addr.05 = %c;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%c.addr.05)[0][1];
// CHECK-NEXT: |   %s.06 = %s.06  +  %{{[0-9]+}};
// CHECK-NEXT: |   %c.addr.05 = (%c.addr.05)[0][1];
// CHECK-NEXT: |   if (%c.addr.05 == null)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
int main(void) {
    static int store[8][4];
    long s = 0;
    for (int i = 0; i < N; i++) {
        idx[i] = (i * 5) % (N - 1);
        val[i] = i * 3;
        col[i] = i % 5;
        next[i] = i - 3 >= 0 ? i - 3 : -1;
        cells[i].key = i;
        cells[i].link = i ? &cells[i - 1] : 0;
    }
    for (int i = 0; i < 64; i++)
        bytes[i] = (unsigned char)(i * 41);
    for (int i = 0; i < 8; i++)
        rows[i] = store[i];
    for (int i = 0; i < 9; i++)
        start[i] = i * 4 > 30 ? 30 : i * 4;
    histogram(N);
    byte_histogram();
    gather(N);
    scatter(N);
    twice(N);
    by_row(4);
    sparse(8);
    permute(N);
    fields(N);
    for (int i = 0; i < N; i++)
        s = s * 3 + out[i] + hist[i % 16] + cells[i].weight + idx[i] + store[i / 4][i % 4];
    printf("%ld %d %d\n", s, chase(N - 1), list(&cells[N - 1]));
    return 0;
}
// CHECK: 18 loops in 16 regions: 16 DO, 0 DO with more exits, 2 WHILE; 0 not modelled
