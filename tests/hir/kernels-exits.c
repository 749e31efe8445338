// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Loops with several exits: break, return, goto out of nests, continue.
#include <stdio.h>
static int a[50], m[8][8];

int find(int n, int key) {
    for (int i = 0; i < n; i++)
        if (a[i] == key)
            return i;
    return -1;
}
// CHECK-LABEL: FUNCTION find
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %indvars.iv.out = i1;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   if (%{{[0-9]+}} == %key)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.body.cleanup_crit_edge;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int find_break(int n, int key) {
    int i;
    for (i = 0; i < n; i++)
        if (a[i] == key)
            break;
    return i;
}
// CHECK-LABEL: FUNCTION find_break
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %indvars.iv.out = i1;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   if (%{{[0-9]+}} == %key)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.body.for.end_crit_edge;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int find_two(int n, int x, int y) {
    for (int i = 0; i < n; i++) {
        if (a[i] == x)
            return i;
        if (a[i] == y)
            return -i;
    }
    return 1000;
}
// CHECK-LABEL: FUNCTION find_two
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %indvars.iv.out = i1;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   if (%{{[0-9]+}} == %x)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.body.cleanup.loopexit_crit_edge;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   if (%{{[0-9]+}} == %y)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.then5;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int find_in_matrix(int key) {
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            if (m[i][j] == key)
                goto found;
    return 0;
found:
    return 1;
}
// CHECK-LABEL: FUNCTION find_in_matrix
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 7, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, 7, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@m)[0][i1][i2];
// CHECK-NEXT: |   |   if (%{{[0-9]+}} == %key)
// CHECK-NEXT: |   |   {
// CHECK-NEXT: |   |      %cleanup.dest.slot.0 = 8;
// CHECK-NEXT: |   |      goto cleanup;
// CHECK-NEXT: |   |   }
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   %cleanup.dest.slot.0 = 5;
// CHECK-NEXT: |   cleanup:
// CHECK-NEXT: |   if (%cleanup.dest.slot.0 != 5)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto cleanup10;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int where_in_matrix(int key) {
    int i, j;
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            if (m[i][j] == key)
                goto out;
out:
    return i * 10 + j;
}
// CHECK-LABEL: FUNCTION where_in_matrix
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, 7, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %indvars.iv15.out = i1;
// CHECK-NEXT: |   + DO i2 = 0, 7, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   |   %indvars.iv.out = i2;
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@m)[0][i1][i2];
// CHECK-NEXT: |   |   if (%{{[0-9]+}} == %key)
// CHECK-NEXT: |   |   {
// CHECK-NEXT: |   |      goto out.loopexit;
// CHECK-NEXT: |   |   }
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int skip_odd(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] & 1)
            continue;
        s += a[i];
        if (s > 500)
            break;
    }
    return s;
}
// CHECK-LABEL: FUNCTION skip_odd
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.07 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %and = %{{[0-9]+}}  &  1;
// CHECK-NEXT: |   if (%and == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %add = %s.07  +  %{{[0-9]+}};
// CHECK-NEXT: |      if (%{{[0-9]+}} + %s.07 > 500)
// CHECK-NEXT: |      {
// CHECK-NEXT: |         goto for.end.loopexit;
// CHECK-NEXT: |      }
// CHECK-NEXT: |      %s.07 = %add;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int inner_break(int n) {
    int c = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            if (a[j] < a[i])
                break;
            c++;
        }
    return c;
}
// CHECK-LABEL: FUNCTION inner_break
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %c.013 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (i1 + 1 < %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |      %c.1.lcssa.ph = %c.013  +  -1 * i1 + %n + -1;
// CHECK-NEXT: |      + DO i2 = 0, -1 * i1 + zext(%n) + -2, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (@a)[0][i1 + i2 + 1];
// CHECK-NEXT: |      |   if (%{{[0-9]+}} < %{{[0-9]+}})
// CHECK-NEXT: |      |   {
// CHECK-NEXT: |      |      %c.1.lcssa.ph = i2 + %c.013;
// CHECK-NEXT: |      |      goto for.inc9.loopexit;
// CHECK-NEXT: |      |   }
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      for.inc9.loopexit:
// CHECK-NEXT: |      %c.013 = %c.1.lcssa.ph;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int last_before(int n) {
    int last = -1;
    for (int i = 0; i < n; i++) {
        if (a[i] > 40)
            break;
        last = a[i];
    }
    return last;
}
// CHECK-LABEL: FUNCTION last_before
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %last.05 = -1;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %last.05.out = %last.05;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   if (%{{[0-9]+}} > 40)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %last.05 = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int collatz(unsigned n) {
    int c = 0;
    while (n != 1) {
        n = n & 1 ? 3 * n + 1 : n / 2;
        c++;
    }
    return c;
}
// CHECK-LABEL: FUNCTION collatz
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %n.addr.06 = %n;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %and = %n.addr.06  &  1;
// CHECK-NEXT: |   %n.addr.06 = (%and  !=  0) ? 3 * %n.addr.06 + 1 : (%n.addr.06) /u 2;
// CHECK-NEXT: |   %inc = i1  +  1;
// CHECK-NEXT: |   if (%n.addr.06 == 1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop while.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
unsigned gcd(unsigned x, unsigned y) {
    while (y) {
        unsigned t = x % y;
        x = y;
        y = t;
    }
    return x;
}
// CHECK-LABEL: FUNCTION gcd
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %x.addr.06 = %x;
// CHECK-NEXT: %y.addr.05 = %y;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %y.addr.05.out = %y.addr.05;
// CHECK-NEXT: |   %rem = %x.addr.06  urem  %y.addr.05;
// CHECK-NEXT: |   if (%rem == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %x.addr.06 = %y.addr.05;
// CHECK-NEXT: |   %y.addr.05 = %rem;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop while.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
int binary_search(int n, int key) {
    int low = 0, high = n - 1;
    while (low <= high) {
        int mid = low + (high - low) / 2;
        if (a[mid] == key)
            return mid;
        if (a[mid] < key)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return -1;
}
// CHECK-LABEL: FUNCTION binary_search
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %low.0 = 0;
// CHECK-NEXT: %high.0 = %n + -1;
// CHECK-NEXT: %retval.0 = undef;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   if (%low.0 > %high.0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto cleanup10;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %add = %low.0  +  (%high.0 + -1 * %low.0) / 2;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%low.0 + ((%high.0 + (-1 * %low.0)) / 2)];
// CHECK-NEXT: |   if (%{{[0-9]+}} == %key)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %retval.0 = %add;
// CHECK-NEXT: |      %cleanup.dest.slot.0 = 1;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   else
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %low.1 = (%{{[0-9]+}}  <  %key) ? %low.0 + ((%high.0 + (-1 * %low.0)) / 2) + 1 : %low.0;
// CHECK-NEXT: |      %high.0 = (%{{[0-9]+}}  <  %key) ? %high.0 : %low.0 + ((%high.0 + (-1 * %low.0)) / 2) + -1;
// CHECK-NEXT: |      %low.0 = %low.1;
// CHECK-NEXT: |      %cleanup.dest.slot.0 = 0;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   if (%cleanup.dest.slot.0 != 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto cleanup10;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop while.cond is not a DO loop: its exit test does not depend on an induction variable [no-induction]
int do_while(int n) {
    int i = 0, s = 0;
    do {
        s += a[i];
        i++;
    } while (i < n);
    return s;
}
// CHECK-LABEL: FUNCTION do_while
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.0 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(smax(%n, 1)) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %s.0 = %s.0  +  %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int unrotated(int n) {
    int i = 0, s = 0;
    for (;;) {
        s += i;
        if (i >= n)
            break;
        s += a[i++];
    }
    return s;
}
// CHECK-LABEL: FUNCTION unrotated
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %add7 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %add7 = %{{[0-9]+}} + %add7  +  i1 + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int twice(int n) {
    int i = 0, s = 0;
    for (;;) {
        if (i >= n)
            return s;
        s += a[i];
        i++;
        if (i >= n)
            return -s;
        s -= 2 * a[i];
        i++;
    }
}
// CHECK-LABEL: FUNCTION twice
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.013 = 0;
// CHECK-NEXT: + DO i1 = 0, (%n + -1) /u 2, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][2 * i1];
// CHECK-NEXT: |   %add = %s.013  +  %{{[0-9]+}};
// CHECK-NEXT: |   if (2 * i1 + 1 >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.then2;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][2 * i1 + 1];
// CHECK-NEXT: |   %s.013 = %{{[0-9]+}} + %s.013  -  2 * %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int endless_inner(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        int j = 0;
        while (1) {
            s += a[j];
            if (s % 7 == 0)
                return s;
            if (++j > i)
                goto next;
        }
    next:
        s++;
    }
    return -s;
}
// CHECK-LABEL: FUNCTION endless_inner
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.1 = 0;
// CHECK-NEXT: %retval.012 = undef;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, i1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@a)[0][i2];
// CHECK-NEXT: |   |   %add = %s.1  +  %{{[0-9]+}};
// CHECK-NEXT: |   |   %rem = %{{[0-9]+}} + %s.1  srem  7;
// CHECK-NEXT: |   |   if (%rem == 0)
// CHECK-NEXT: |   |   {
// CHECK-NEXT: |   |      goto cleanup.loopexit;
// CHECK-NEXT: |   |   }
// CHECK-NEXT: |   |   %s.1 = %add;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   %s.1 = %add  +  1;
// CHECK-NEXT: |   %cleanup.dest.slot.0 = 0;
// CHECK-NEXT: |   goto cleanup;
// CHECK-NEXT: |   cleanup.loopexit:
// CHECK-NEXT: |   %retval.012 = %add;
// CHECK-NEXT: |   %s.1 = %add;
// CHECK-NEXT: |   %cleanup.dest.slot.0 = 1;
// CHECK-NEXT: |   cleanup:
// CHECK-NEXT: |   if (%cleanup.dest.slot.0 != 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto cleanup7.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    long s = 0;
    for (int i = 0; i < 50; i++)
        a[i] = (i * 37) % 50;
    for (int i = 0; i < 64; i++)
        m[i / 8][i % 8] = i * 3;
    for (int k = -1; k < 52; k += 7) {
        s = s * 5 + find(50, k) + find_break(50, k) * 3 + find_two(30, k, k + 1);
        s += find_in_matrix(k) + where_in_matrix(k) + find(0, k);
        s += last_before(k) + skip_odd(k) + inner_break(k > 20 ? 20 : k) + do_while(k);
        s += unrotated(k) + twice(k) + endless_inner(k);
    }
    for (int i = 0; i < 50; i++)
        a[i] = 2 * i;
    s += binary_search(50, 42) + binary_search(50, 43) + collatz(27) + gcd(1071, 462);
    printf("%ld\n", s);
    return 0;
}
// CHECK: 23 loops in 19 regions: 7 DO, 13 DO with more exits, 3 WHILE; 0 not modelled
