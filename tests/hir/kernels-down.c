// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Counting down, steps that are no constant, several induction variables.
#include <stdio.h>
static int a[64], b[64];

void down_to_0(int n) {
    for (int i = n - 1; i >= 0; i--)
        a[i] += i;
}
// CHECK-LABEL: FUNCTION down_to_0
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, sext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   (@a)[0][-1 * i1 + sext(%n) + -1] = -1 * i1 + %{{[0-9]+}} + %n + -1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void down_above_0(int n) {
    for (int i = n; i > 0; i--)
        a[i] += 2 * i;
}
// CHECK-LABEL: FUNCTION down_above_0
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, sext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + sext(%n)];
// CHECK-NEXT: |   (@a)[0][-1 * i1 + sext(%n)] = -2 * i1 + %{{[0-9]+}} + 2 * %n;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void down_by_2(int n) {
    for (int i = n; i >= 2; i -= 2)
        a[i] -= 1;
}
// CHECK-LABEL: FUNCTION down_by_2
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%n) + -2) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-2 * i1 + sext(%n)];
// CHECK-NEXT: |   (@a)[0][-2 * i1 + sext(%n)] = %{{[0-9]+}} + -1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void down_unsigned(unsigned n) {
    while (n--)
        a[n] ^= 5;
}
// CHECK-LABEL: FUNCTION down_unsigned
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + zext((%n + -1))];
// CHECK-NEXT: |   %xor = %{{[0-9]+}}  ^  5;
// CHECK-NEXT: |   (@a)[0][-1 * i1 + zext((%n + -1))] = %xor;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void down_from_to(int from, int to) {
    for (int i = from; i > to; i--)
        a[i] = a[i - 1];
}
// CHECK-LABEL: FUNCTION down_from_to
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, sext(%from) + -1 * sext(%to) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + sext(%from) + -1];
// CHECK-NEXT: |   (@a)[0][-1 * i1 + sext(%from)] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void both_ways(int n) {
    for (int i = 0, j = n - 1; i < n; i++, j--)
        b[i] = a[j];
}
// CHECK-LABEL: FUNCTION both_ways
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   (@b)[0][i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet(int n) {
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}
// CHECK-LABEL: FUNCTION meet
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%n) + -2) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   (@a)[0][i1] = %{{[0-9]+}};
// CHECK-NEXT: |   (@a)[0][-1 * i1 + sext(%n) + -1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void three_ivs(int n) {
    int k = 5, l = 40;
    for (int i = 0; i < n; i++) {
        b[k] += a[l];
        k += 2;
        l -= 1;
    }
}
// CHECK-LABEL: FUNCTION three_ivs
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + 40];
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][2 * i1 + 5];
// CHECK-NEXT: |   (@b)[0][2 * i1 + 5] = %{{[0-9]+}} + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void step_argument(int n, int step) {
    int k = 0;
    for (int i = 0; i < n; i++) {
        b[k] += i;
        k += step;
    }
}
// CHECK-LABEL: FUNCTION step_argument
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][sext(%step) * i1];
// CHECK-NEXT: |   (@b)[0][sext(%step) * i1] = i1 + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void step_by_argument(int n, int step) {
    for (int i = 0; i < n; i += step)
        b[i]++;
}
// CHECK-LABEL: FUNCTION step_by_argument
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((sext(%n) + -1) /u sext(%step)), 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][sext(%step) * i1];
// CHECK-NEXT: |   (@b)[0][sext(%step) * i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void halves(int n) {
    for (int i = n; i > 0; i /= 2)
        b[i]++;
}
// CHECK-LABEL: FUNCTION halves
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %i.04 = %n;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][%i.04];
// CHECK-NEXT: |   (@b)[0][%i.04] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   %div = %i.04  /  2;
// CHECK-NEXT: |   if ((%i.04) / 2 <= 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %i.04 = %div;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void doubles(int n) {
    for (int i = 1; i < n; i *= 2)
        b[i]++;
}
// CHECK-LABEL: FUNCTION doubles
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %i.04 = 1;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][%i.04];
// CHECK-NEXT: |   (@b)[0][%i.04] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   %mul = %i.04  *  2;
// CHECK-NEXT: |   if (2 * %i.04 >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %i.04 = %mul;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void squares(int n) {
    int k = 0;
    for (int i = 0; i < n; i++) {
        b[k & 63] += i;
        k += i;
    }
}
// CHECK-LABEL: FUNCTION squares
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %k.06 = 0;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %and = %k.06  &  63;
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][%and];
// CHECK-NEXT: |   (@b)[0][%and] = i1 + %{{[0-9]+}};
// CHECK-NEXT: |   %k.06 = %k.06  +  i1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void flips(int n) {
    int k = 0;
    for (int i = 0; i < n; i++) {
        b[k] += i;
        k = 1 - k;
    }
}
// CHECK-LABEL: FUNCTION flips
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %k.05 = 0;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][%k.05];
// CHECK-NEXT: |   (@b)[0][%k.05] = i1 + %{{[0-9]+}};
// CHECK-NEXT: |   %k.05 = 1  -  %k.05;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void last_value(int n, int *out) {
    int i;
    for (i = 0; i < n; i += 3)
        a[i]++;
    *out = i;
}
// CHECK-LABEL: FUNCTION last_value
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%n) + -1) /u 3, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][3 * i1];
// CHECK-NEXT: |   (@a)[0][3 * i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   %indvars.iv.next = 3 * i1  +  3;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    long s = 0;
    int last;
    for (int i = 0; i < 64; i++)
        a[i] = i * 7 % 64;
    down_to_0(64);
    down_to_0(0);
    down_above_0(63);
    down_by_2(63);
    down_by_2(1);
    down_unsigned(64);
    down_from_to(40, 20);
    down_from_to(20, 40);
    both_ways(64);
    meet(33);
    three_ivs(25);
    step_argument(12, 5);
    step_argument(3, 0);
    step_by_argument(60, 7);
    halves(63);
    doubles(64);
    squares(30);
    flips(9);
    last_value(50, &last);
    for (int i = 0; i < 64; i++)
        s = s * 3 + a[i] - b[i];
    printf("%ld %d\n", s, last);
    return 0;
}
// CHECK: 17 loops in 17 regions: 15 DO, 0 DO with more exits, 2 WHILE; 0 not modelled
