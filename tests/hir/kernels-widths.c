// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Narrow and unsigned induction variables, with inputs that wrap around. Where wrapping cannot be
// excluded, the extension stays around the closed form, or the trip count is not known.
#include <limits.h>
#include <stdio.h>
static int a[70000];
static unsigned char bytes[600];
static long total;

void u8_below(unsigned char n) {
    for (unsigned char i = 0; i < n; i++)
        a[i] += 1;
}
// CHECK-LABEL: FUNCTION u8_below
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext.i8.i64(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   (@a)[0][i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u8_from(unsigned char from, unsigned char n) {
    for (unsigned char i = 0; i != n; i++)
        a[(unsigned char)(from + i)] += 2;
}
// CHECK-LABEL: FUNCTION u8_from
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(i1 + %from)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(i1 + %from)] = %{{[0-9]+}} + 2;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u8_wraps(unsigned char from, unsigned char to) {
    unsigned char i = from;
    do {
        a[i] += 3;
        i++;
    } while (i != to);
}
// CHECK-LABEL: FUNCTION u8_wraps
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, -1 * %from + %to + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(i1 + %from)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(i1 + %from)] = %{{[0-9]+}} + 3;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u8_by_3(unsigned char to) {
    unsigned char i = 0;
    do {
        a[i] += 4;
        i += 3;
    } while (i != to);
}
// CHECK-LABEL: FUNCTION u8_by_3
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, -85 * %to + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(3 * i1)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(3 * i1)] = %{{[0-9]+}} + 4;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u8_scaled(int n) {
    unsigned char k = 0;
    for (int i = 0; i < n; i++) {
        a[k] += 5;
        k += 7;
    }
}
// CHECK-LABEL: FUNCTION u8_scaled
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(7 * i1)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(7 * i1)] = %{{[0-9]+}} + 5;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void i8_counter(int n) {
    signed char k = -100;
    for (int i = 0; i < n; i++) {
        a[k + 128] += 6;
        k = (signed char)(k + 9);
    }
}
// CHECK-LABEL: FUNCTION i8_counter
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %conv = sext(9 * i1 + -100);
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext(%conv) + 128];
// CHECK-NEXT: |   (@a)[0][sext(%conv) + 128] = %{{[0-9]+}} + 6;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u16_below(unsigned short n) {
    for (unsigned short i = 0; i < n; i++)
        a[i] ^= i;
}
// CHECK-LABEL: FUNCTION u16_below
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext.i16.i64(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   %xor = %{{[0-9]+}}  ^  i1;
// CHECK-NEXT: |   (@a)[0][i1] = %xor;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u16_wraps(unsigned n) {
    unsigned short k = 65000;
    for (unsigned i = 0; i < n; i++)
        a[k++] += 1;
}
// CHECK-LABEL: FUNCTION u16_wraps
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i16.i64(i1 + -536)];
// CHECK-NEXT: |   (@a)[0][zext.i16.i64(i1 + -536)] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void i16_mixed(short n) {
    for (short i = 0; i < n; i++)
        a[2 * i] -= i;
}
// CHECK-LABEL: FUNCTION i16_mixed
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, smax(%n, 1) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][2 * i1];
// CHECK-NEXT: |   (@a)[0][2 * i1] = -1 * i1 + %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u32_offset(unsigned from, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(from + i) % 70000] += 1;
}
// CHECK-LABEL: FUNCTION u32_offset
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %rem = i1 + %from  urem  70000;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%rem];
// CHECK-NEXT: |   (@a)[0][%rem] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u32_wrapping_subscript(unsigned from, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[from + i] += 2;
}
// CHECK-LABEL: FUNCTION u32_wrapping_subscript
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i32.i64(i1 + %from)];
// CHECK-NEXT: |   (@a)[0][zext.i32.i64(i1 + %from)] = %{{[0-9]+}} + 2;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u32_down(unsigned n) {
    for (unsigned i = n; i-- > 0;)
        a[i] += 3;
}
// CHECK-LABEL: FUNCTION u32_down
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + zext(%n) + -1];
// CHECK-NEXT: |   (@a)[0][-1 * i1 + zext(%n) + -1] = %{{[0-9]+}} + 3;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void u32_step(unsigned n, unsigned step) {
    for (unsigned i = 0; i < n; i += step)
        a[i] += 4;
}
// CHECK-LABEL: FUNCTION u32_step
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i32.i64(%step * i1)];
// CHECK-NEXT: |   (@a)[0][zext.i32.i64(%step * i1)] = %{{[0-9]+}} + 4;
// CHECK-NEXT: |   if (%step * i1 + %step >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void u32_by_5(unsigned n) {
    for (unsigned i = 0; i < n; i += 5)
        a[i % 70000] += 5;
}
// CHECK-LABEL: FUNCTION u32_by_5
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %rem = 5 * i1  urem  70000;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%rem];
// CHECK-NEXT: |   (@a)[0][%rem] = %{{[0-9]+}} + 5;
// CHECK-NEXT: |   if (5 * i1 + 5 >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its induction variable may wrap around before the bound [may-wrap]
void u32_at_most(unsigned n) {
    for (unsigned i = 1; i <= n; i++) {
        a[i % 70000]++;
        if (i > 300)
            break;
    }
}
// CHECK-LABEL: FUNCTION u32_at_most
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + 1];
// CHECK-NEXT: |   (@a)[0][i1 + 1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   %cmp = i1 + 2  <=u  %n;
// CHECK-NEXT: |   %or.cond = (i1 + 1  !=  301) ? %cmp : 0;
// CHECK-NEXT: |   if (%or.cond == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void i32_at_most(int n) {
    for (int i = 0; i <= n; i++)
        a[i]++;
}
// CHECK-LABEL: FUNCTION i32_at_most
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1];
// CHECK-NEXT: |   (@a)[0][i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void i64_trunc(long n) {
    for (long i = 0; i < n; i++)
        total += (unsigned char)(i * 3) + (short)(i << 9) + bytes[(unsigned char)i];
}
// CHECK-LABEL: FUNCTION i64_trunc
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %add87 = %total.promoted;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %conv1 = zext(3 * i1);
// CHECK-NEXT: |   %conv3 = sext(512 * i1);
// CHECK-NEXT: |   %{{[0-9]+}} = (@bytes)[0][zext.i8.i64(i1)];
// CHECK-NEXT: |   %add87 = %add87  +  zext.i8.i64(%{{[0-9]+}}) + sext(%conv1) + sext(%conv3);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void signed_of_unsigned(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        total += (int)(i - 5) / 2;
}
// CHECK-LABEL: FUNCTION signed_of_unsigned
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %add5 = %total.promoted;
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %add5 = %add5  +  (i1 + -5) / 2;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void char_bound(int n) {
    for (unsigned char i = 0; i < n; i++) {
        a[i]++;
        if (a[i] > 1000000)
            return;
    }
}
// CHECK-LABEL: FUNCTION char_bound
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(i1)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(i1)] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   %cmp4 = %{{[0-9]+}} + 1  <=  1000000;
// CHECK-NEXT: |   %cmp = i1 + 1  <  %n;
// CHECK-NEXT: |   %or.cond = %cmp4  &  %cmp;
// CHECK-NEXT: |   if (%or.cond == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void ne_step_2(unsigned n) {
    for (unsigned i = 0; i != 2 * n; i += 2)
        a[i]++;
}
// CHECK-LABEL: FUNCTION ne_step_2
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (2 * %n + -2) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][2 * i1];
// CHECK-NEXT: |   (@a)[0][2 * i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void ne_step_6(unsigned char n) {
    unsigned char i = 0;
    while (1) {
        a[i]++;
        i += 6;
        if (i == (unsigned char)(6 * n))
            break;
    }
}
// CHECK-LABEL: FUNCTION ne_step_6
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(6 * i1)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(6 * i1)] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   if (6 * i1 + 6 == 6 * %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop while.cond is not a DO loop: its steps may skip the value that ends it [may-miss-bound]
void shifted(unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(i << 28) >> 28] += 1;
}
// CHECK-LABEL: FUNCTION shifted
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i32.i64((268435456 * i1) /u 268435456)];
// CHECK-NEXT: |   (@a)[0][zext.i32.i64((268435456 * i1) /u 268435456)] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void negated(unsigned char n) {
    for (unsigned char i = 0; i < n; i++)
        a[(unsigned char)~i] += 2;
}
// CHECK-LABEL: FUNCTION negated
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext.i8.i32(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(-1 * i1 + -1)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(-1 * i1 + -1)] = %{{[0-9]+}} + 2;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void long_product(unsigned k, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(k * i) & 65535] += 1;
}
// CHECK-LABEL: FUNCTION long_product
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %and = %k * i1  &  65535;
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%and];
// CHECK-NEXT: |   (@a)[0][%and] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void narrow_product(unsigned char k, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        a[(unsigned char)(k * i)] += 1;
}
// CHECK-LABEL: FUNCTION narrow_product
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][zext.i8.i64(%k * i1)];
// CHECK-NEXT: |   (@a)[0][zext.i8.i64(%k * i1)] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    for (int i = 0; i < 600; i++)
        bytes[i] = (unsigned char)(i * 7);
    u8_below(255);
    u8_below(0);
    u8_from(250, 20);
    u8_from(3, 0);
    u8_wraps(250, 3);
    u8_wraps(7, 7);
    u8_by_3(1);
    u8_by_3(255);
    u8_scaled(500);
    i8_counter(300);
    u16_below(65535);
    u16_wraps(3000);
    i16_mixed(32767);
    i16_mixed(-5);
    u32_offset(4294967290u, 20);
    u32_wrapping_subscript(4294967290u, 0);
    u32_wrapping_subscript(100, 20);
    u32_down(100);
    u32_down(0);
    u32_step(1000, 7);
    u32_by_5(1000);
    u32_at_most(UINT_MAX);
    u32_at_most(0);
    i32_at_most(100);
    i32_at_most(-1);
    i64_trunc(1000);
    signed_of_unsigned(100);
    char_bound(200);
    ne_step_2(50);
    ne_step_2(0);
    ne_step_6(200);
    shifted(100);
    negated(200);
    long_product(3000000000u, 100);
    narrow_product(77, 100);
    for (int i = 0; i < 70000; i++)
        total = total * 3 + a[i];
    printf("%ld\n", total);
    return 0;
}
// CHECK: 27 loops in 27 regions: 22 DO, 1 DO with more exits, 4 WHILE; 0 not modelled
