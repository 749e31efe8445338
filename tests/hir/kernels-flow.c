// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Branches, switches and gotos inside of loops; values that change places.
#include <stdio.h>
static int a[40], b[40], calls;

int choose(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        switch (a[i] & 7) {
        case 0:
            s += 1;
            break;
        case 1:
            s += a[i];
            /* fall through */
        case 2:
            s *= 3;
            break;
        case 5:
            continue;
        default:
            b[i] = s;
        }
    return s;
}
// CHECK-LABEL: FUNCTION choose
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.1 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %and = %{{[0-9]+}}  &  7;
// CHECK-NEXT: |   switch (%and)
// CHECK-NEXT: |   {
// CHECK-NEXT: |   case 0:
// CHECK-NEXT: |      %s.1 = %s.1  +  1;
// CHECK-NEXT: |      goto for.inc;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   case 1:
// CHECK-NEXT: |      %s.1 = %s.1  +  %{{[0-9]+}};
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   case 2:
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   case 5:
// CHECK-NEXT: |      goto for.inc;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   default:
// CHECK-NEXT: |      (@b)[0][i1] = %s.1;
// CHECK-NEXT: |      goto for.inc;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %s.1 = %s.1  *  3;
// CHECK-NEXT: |   for.inc:
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int machine(const char *program) {
    int acc = 0, pc = 0;
    for (;;) {
        switch (program[pc++]) {
        case '+':
            acc++;
            break;
        case '*':
            acc *= 2;
            break;
        case '<':
            if (acc < 20)
                pc -= 3;
            break;
        default:
            return acc;
        }
    }
}
// CHECK-LABEL: FUNCTION machine
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %acc.0 = 0;
// CHECK-NEXT: %pc.0 = 0;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %acc.0.out = %acc.0;
// CHECK-NEXT: |   %inc = %pc.0  +  1;
// CHECK-NEXT: |   %{{[0-9]+}} = (%program)[%pc.0];
// CHECK-NEXT: |   switch (%{{[0-9]+}})
// CHECK-NEXT: |   {
// CHECK-NEXT: |   case 43:
// CHECK-NEXT: |      %acc.0 = %acc.0  +  1;
// CHECK-NEXT: |      %pc.0 = %inc;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   case 42:
// CHECK-NEXT: |      %acc.0 = %acc.0  *  2;
// CHECK-NEXT: |      %pc.0 = %inc;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   case 60:
// CHECK-NEXT: |      %pc.0 = (%acc.0  <  20) ? %pc.0 + -2 : %pc.0 + 1;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   default:
// CHECK-NEXT: |      goto sw.default;
// CHECK-NEXT: |      break;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.cond is not a DO loop: it is left through a switch [exit-by-switch]
int if_else(int n) {
    int s = 0, t = 1;
    for (int i = 0; i < n; i++) {
        if (a[i] > 20)
            s += a[i];
        else
            t += s;
        b[i] = s - t;
    }
    return s ^ t;
}
// CHECK-LABEL: FUNCTION if_else
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %t.012 = 1;
// CHECK-NEXT: %s.011 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %s.1 = (%{{[0-9]+}}  >  20) ? %{{[0-9]+}} + %s.011 : %s.011;
// CHECK-NEXT: |   %t.012 = (%{{[0-9]+}}  >  20) ? %t.012 : %s.011 + %t.012;
// CHECK-NEXT: |   (@b)[0][i1] = %s.1 + -1 * %t.012;
// CHECK-NEXT: |   %s.011 = %s.1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int conditional(int n) {
    int most = a[0], at = 0;
    for (int i = 1; i < n; i++)
        if (a[i] > most) {
            most = a[i];
            at = i;
        }
    return most * 100 + at;
}
// CHECK-LABEL: FUNCTION conditional
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %at.09 = 0;
// CHECK-NEXT: %most.08 = %{{[0-9]+}};
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + 1];
// CHECK-NEXT: |   %spec.select = (%{{[0-9]+}}  >  %most.08) ? %{{[0-9]+}} : %most.08;
// CHECK-NEXT: |   %at.09 = (%{{[0-9]+}}  >  %most.08) ? i1 + 1 : %at.09;
// CHECK-NEXT: |   %most.08 = %spec.select;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int fibonacci(int n) {
    int x = 0, y = 1;
    for (int i = 0; i < n; i++) {
        int t = x + y;
        x = y;
        y = t;
    }
    return x;
}
// CHECK-LABEL: FUNCTION fibonacci
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %x.07 = 0;
// CHECK-NEXT: %y.05 = 1;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %y.05.out = %y.05;
// CHECK-NEXT: |   %add = %x.07  +  %y.05;
// CHECK-NEXT: |   %x.07 = %y.05;
// CHECK-NEXT: |   %y.05 = %add;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int swap(int n, int x, int y) {
    for (int i = 0; i < n; i++) {
        int t = x;
        x = y;
        y = t;
    }
    return x - 2 * y;
}
// CHECK-LABEL: FUNCTION swap
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %y.addr.0 = %y;
// CHECK-NEXT: %x.addr.0 = %x;
// CHECK-NEXT: + DO i1 = 0, smax(%n, 0), 1   <DO_LOOP>
// CHECK-NEXT: |   %y.addr.0.out = %y.addr.0;
// CHECK-NEXT: |   %x.addr.0.out = %x.addr.0;
// CHECK-NEXT: |   %y.addr.0.1 = %x.addr.0;
// CHECK-NEXT: |   %x.addr.0 = %y.addr.0;
// CHECK-NEXT: |   %y.addr.0 = %y.addr.0.1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int rotate(int n, int x, int y, int z) {
    for (int i = 0; i < n; i++) {
        int t = x;
        x = y;
        y = z;
        z = t;
    }
    return x + 10 * y + 100 * z;
}
// CHECK-LABEL: FUNCTION rotate
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %y.addr.0 = %y;
// CHECK-NEXT: %z.addr.0 = %z;
// CHECK-NEXT: %x.addr.0 = %x;
// CHECK-NEXT: + DO i1 = 0, smax(%n, 0), 1   <DO_LOOP>
// CHECK-NEXT: |   %y.addr.0.out = %y.addr.0;
// CHECK-NEXT: |   %z.addr.0.out = %z.addr.0;
// CHECK-NEXT: |   %x.addr.0.out = %x.addr.0;
// CHECK-NEXT: |   %y.addr.0.1 = %z.addr.0;
// CHECK-NEXT: |   %z.addr.0 = %x.addr.0;
// CHECK-NEXT: |   %x.addr.0 = %y.addr.0;
// CHECK-NEXT: |   %y.addr.0 = %y.addr.0.1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int lost_copy(int n) {
    int x = 1, y;
    do {
        y = x;
        x = x + 1;
    } while (x < n);
    return y;
}
int previous(int n) {
    int before = 0, s = 0;
    for (int i = 0; i < n; i++) {
        s += before * a[i];
        before = a[i];
    }
    return s + before;
}
// CHECK-LABEL: FUNCTION previous
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.08 = 0;
// CHECK-NEXT: %before.07 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %s.08 = %s.08  +  (%{{[0-9]+}} * %before.07);
// CHECK-NEXT: |   %before.07 = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int two_before(int n) {
    int x = 0, y = 0, s = 0;
    for (int i = 0; i < n; i++) {
        s += x;
        x = y;
        y = a[i];
    }
    return s * 3 + x;
}
// CHECK-LABEL: FUNCTION two_before
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.08 = 0;
// CHECK-NEXT: %y.07 = 0;
// CHECK-NEXT: %x.06 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %y.07.out = %y.07;
// CHECK-NEXT: |   %s.08 = %s.08  +  %x.06;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %x.06 = %y.07;
// CHECK-NEXT: |   %y.07 = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int jumps(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (a[i] < 10)
            goto small;
        if (a[i] & 1)
            goto odd;
        s += 2;
        goto next;
    small:
        s += 3;
        if (s & 4)
            goto next;
    odd:
        s ^= a[i];
    next:
        b[i] = s;
    }
    return s;
}
// CHECK-LABEL: FUNCTION jumps
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.1 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   if (%{{[0-9]+}} < 10)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %add6 = %s.1  +  3;
// CHECK-NEXT: |      %and7 = %s.1 + 3  &  4;
// CHECK-NEXT: |      if (%and7 != 0)
// CHECK-NEXT: |      {
// CHECK-NEXT: |         %s.1 = %add6;
// CHECK-NEXT: |         goto next;
// CHECK-NEXT: |      }
// CHECK-NEXT: |      %s.1 = %add6;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   else
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %and = %{{[0-9]+}}  &  1;
// CHECK-NEXT: |      if (%and == 0)
// CHECK-NEXT: |      {
// CHECK-NEXT: |         %s.1 = %s.1  +  2;
// CHECK-NEXT: |         goto next;
// CHECK-NEXT: |      }
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %s.1 = %s.1  ^  %{{[0-9]+}};
// CHECK-NEXT: |   next:
// CHECK-NEXT: |   (@b)[0][i1] = %s.1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int note(int x) {
    calls += x;
    return calls & 3;
}
int with_calls(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += note(a[i]) * note(i);
    return s;
}
// CHECK-LABEL: FUNCTION with_calls
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.06 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %call = @note(%{{[0-9]+}});
// CHECK-NEXT: |   %call1 = @note(i1);
// CHECK-NEXT: |   %s.06 = %s.06  +  (%call * %call1);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int short_circuit(int n) {
    int s = 0;
    for (int i = 1; i < n; i++)
        if ((a[i] > 3 && a[i - 1] < 30) || b[i] == 7)
            s += i;
    return s;
}
// CHECK-LABEL: FUNCTION short_circuit
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.09 = 0;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + 1];
// CHECK-NEXT: |   if (%{{[0-9]+}} > 3)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |      if (%{{[0-9]+}} < 30)
// CHECK-NEXT: |      {
// CHECK-NEXT: |         goto if.then;
// CHECK-NEXT: |      }
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = (@b)[0][i1 + 1];
// CHECK-NEXT: |   if (%{{[0-9]+}} != 7)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.inc;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   if.then:
// CHECK-NEXT: |   %s.09 = %s.09  +  i1 + 1;
// CHECK-NEXT: |   for.inc:
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int reduce_min_max(int n) {
    int low = 1000, high = -1000;
    for (int i = 0; i < n; i++) {
        low = a[i] < low ? a[i] : low;
        high = a[i] > high ? a[i] : high;
    }
    return high - low;
}
// CHECK-LABEL: FUNCTION reduce_min_max
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %high.012 = -1000;
// CHECK-NEXT: %low.011 = 1000;
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %low.011 = (%{{[0-9]+}}  <  %low.011) ? %{{[0-9]+}} : %low.011;
// CHECK-NEXT: |   %high.012 = (%{{[0-9]+}}  >  %high.012) ? %{{[0-9]+}} : %high.012;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    long s = 0;
    for (int i = 0; i < 40; i++)
        a[i] = (i * 23) % 41;
    for (int n = 0; n < 40; n += 13) {
        s = s * 7 + choose(n) + if_else(n) + fibonacci(n) + previous(n) + two_before(n);
        s += jumps(n) + with_calls(n) + short_circuit(n) + reduce_min_max(n) + conditional(n + 1);
        s += swap(n, 3, 4) + rotate(n, 1, 2, 3) + lost_copy(n);
    }
    for (int i = 0; i < 40; i++)
        s += b[i] * i;
    printf("%ld %d\n", s, machine("++*+<+."));
    return 0;
}
// CHECK: 16 loops in 16 regions: 15 DO, 0 DO with more exits, 1 WHILE; 0 not modelled
