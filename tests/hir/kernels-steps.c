// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Steps that are known at run time only, and bounds that move. What is not proven stays WHILE.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
static int a[512];
static uint64_t hash;
__attribute__((noinline)) void use(uint64_t x) {
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

void up_by(int n, int s) {
    for (int i = 0; i < n; i += s)
        a[i] += 1;
}
// CHECK-LABEL: FUNCTION up_by
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((sext(%n) + -1) /u sext(%s)), 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext(%s) * i1];
// CHECK-NEXT: |   (@a)[0][sext(%s) * i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void up_to_by(int lo, int hi, int s) {
    for (int i = lo; i <= hi; i += s)
        a[i] += 2;
}
// CHECK-LABEL: FUNCTION up_to_by
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((sext(%hi) + (-1 * sext(%lo))) /u sext(%s)), 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext(%s) * i1 + sext(%lo)];
// CHECK-NEXT: |   (@a)[0][sext(%s) * i1 + sext(%lo)] = %{{[0-9]+}} + 2;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void up_by_guarded(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION up_by_guarded
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((sext(%n) + -1) /u sext(%s)), 1   <DO_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void up_by_maybe_0(int n, int s) {
    if (s >= 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION up_by_maybe_0
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1);
// CHECK-NEXT: |   if (sext(%s) * i1 + sext(%s) >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void up_by_unknown(int n, int s) {
    for (int i = 0; i < n; i += s)
        use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION up_by_unknown
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1);
// CHECK-NEXT: |   if (sext(%s) * i1 + sext(%s) >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void up_by_not_0(int n, int s) {
    if (s != 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION up_by_not_0
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1);
// CHECK-NEXT: |   if (sext(%s) * i1 + sext(%s) >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void at_least_once(int n, int s) {
    int i = 0;
    if (s > 0)
        do {
            use((uint64_t)i);
            i += s;
        } while (i < n);
}
// CHECK-LABEL: FUNCTION at_least_once
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((smax(sext(%n), 1) + -1) /u sext(%s)), 1   <DO_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void at_least_once_unknown(int n, int s) {
    int i = 0;
    do {
        a[i] += 1;
        i += s;
    } while (i < n);
}
// CHECK-LABEL: FUNCTION at_least_once_unknown
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext(%s) * i1];
// CHECK-NEXT: |   (@a)[0][sext(%s) * i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   if (sext(%s) * i1 + sext(%s) >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto do.end;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop do.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void down_by(int n, int s) {
    for (int i = n; i > 0; i -= s)
        a[i] += 3;
}
// CHECK-LABEL: FUNCTION down_by
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((%n + -1) /u %s), 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * sext(%s) * i1 + sext(%n)];
// CHECK-NEXT: |   (@a)[0][-1 * sext(%s) * i1 + sext(%n)] = %{{[0-9]+}} + 3;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void down_by_negative(int n, int s) {
    for (int i = n; i >= 0; i += s)
        a[i] += 4;
}
// CHECK-LABEL: FUNCTION down_by_negative
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%n) /u (-1 * sext(%s))), 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext(%s) * i1 + sext(%n)];
// CHECK-NEXT: |   (@a)[0][sext(%s) * i1 + sext(%n)] = %{{[0-9]+}} + 4;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void down_guarded(int n, int s) {
    if (s < 0)
        for (int i = n; i >= 0; i += s)
            use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION down_guarded
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%n) /u (-1 * sext(%s))), 1   <DO_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1 + sext(%n));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void up_guarded_wrong(int n, int s) {
    if (s < 0)
        for (int i = 0; i < n; i += s)
            use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION up_guarded_wrong
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(sext(%s) * i1);
// CHECK-NEXT: |   if (sext(%s) * i1 + sext(%s) >= %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
// `use` is known to come back, so a step of 0 would go on forever.
void twice(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i += 2 * s)
            use((uint64_t)i);
}
// CHECK-LABEL: FUNCTION twice
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((sext(%n) + -1) /u (2 * sext(%s))), 1   <DO_LOOP>
// CHECK-NEXT: |   @use(2 * sext(%s) * i1);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void first_exit(int n, int s) {
    for (int i = 0; i < n; i += s)
        if (a[i] == 77)
            break;
}
// CHECK-LABEL: FUNCTION first_exit
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext.i32.i64(%s * i1)];
// CHECK-NEXT: |   %cmp1 = %{{[0-9]+}}  !=  77;
// CHECK-NEXT: |   %cmp = %s * i1 + %s  <  %n;
// CHECK-NEXT: |   %or.cond = %cmp1  &  %cmp;
// CHECK-NEXT: |   if (%or.cond == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void until_equal(int n, int s) {
    for (int i = 0; i != n; i += s)
        a[i] += 5;
}
// CHECK-LABEL: FUNCTION until_equal
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][sext(%s) * i1];
// CHECK-NEXT: |   (@a)[0][sext(%s) * i1] = %{{[0-9]+}} + 5;
// CHECK-NEXT: |   if (sext(%s) * i1 + sext(%s) == %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its steps may skip the value that ends it [may-miss-bound]
void size(size_t n, size_t s) {
    for (size_t i = 0; i < n; i += s)
        a[i] += 6;
}
// CHECK-LABEL: FUNCTION size
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][%s * i1];
// CHECK-NEXT: |   (@a)[0][%s * i1] = %{{[0-9]+}} + 6;
// CHECK-NEXT: |   if (%s * i1 + %s >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void narrow(uint16_t n, uint8_t s) {
    if (s)
        for (unsigned i = 0; i < n; i += s)
            use(i);
}
// CHECK-LABEL: FUNCTION narrow
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((zext.i16.i32(%n) + -1) /u zext.i8.i32(%s)), 1   <DO_LOOP>
// CHECK-NEXT: |   @use(zext.i8.i32(%s) * i1);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void narrow_maybe_0(uint16_t n, uint8_t s) {
    for (unsigned i = 0; i < n; i += s)
        use(i);
}
// CHECK-LABEL: FUNCTION narrow_maybe_0
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(zext.i8.i32(%s) * i1);
// CHECK-NEXT: |   if (zext.i8.i32(%s) * i1 + zext.i8.i32(%s) >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its step is not a constant, and is not proven to lead to its bound [step-unknown]
void wraps(uint8_t n, uint8_t s) {
    if (s)
        for (uint8_t i = 0; i < n; i += s)
            use(i);
}
// CHECK-LABEL: FUNCTION wraps
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %conv7 = 0;
// CHECK-NEXT: %i.05 = 0;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(%i.05);
// CHECK-NEXT: |   %conv6 = trunc(%conv7 + zext.i8.i32(%s));
// CHECK-NEXT: |   %conv = zext(%s + trunc.i32.i8(%conv7));
// CHECK-NEXT: |   if (%s + trunc.i32.i8(%conv7) >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %conv7 = %conv;
// CHECK-NEXT: |   %i.05 = %conv6;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void wraps_not(uint8_t n, uint8_t s) {
    if (s && s < 20 && n < 200)
        for (uint8_t i = 0; i < n; i += s)
            use(i);
}
// CHECK-LABEL: FUNCTION wraps_not
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %conv78 = 0;
// CHECK-NEXT: %i.07 = 0;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(%i.07);
// CHECK-NEXT: |   %conv14 = trunc(%conv78 + zext.i8.i32(%s));
// CHECK-NEXT: |   %conv7 = zext(%s + trunc.i32.i8(%conv78));
// CHECK-NEXT: |   if (%s + trunc.i32.i8(%conv78) >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %conv78 = %conv7;
// CHECK-NEXT: |   %i.07 = %conv14;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void wraps_just(uint8_t n, uint8_t s) {
    if (s && s < 20 && n < 240)
        for (uint8_t i = 0; i < n; i += s)
            use(i);
}
// CHECK-LABEL: FUNCTION wraps_just
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %conv78 = 0;
// CHECK-NEXT: %i.07 = 0;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(%i.07);
// CHECK-NEXT: |   %conv14 = trunc(%conv78 + zext.i8.i32(%s));
// CHECK-NEXT: |   %conv7 = zext(%s + trunc.i32.i8(%conv78));
// CHECK-NEXT: |   if (%s + trunc.i32.i8(%conv78) >=u %n)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto if.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %conv78 = %conv7;
// CHECK-NEXT: |   %i.07 = %conv14;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void pointers(int *p, int *end, int s) {
    for (; p < end; p += s)
        *p += 7;
}
// CHECK-LABEL: FUNCTION pointers
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, ((ptrtoint(%end) + (-1 * ptrtoint(%p)) + -1) /u (4 * sext(%s))), 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[sext(%s) * i1];
// CHECK-NEXT: |   (%p)[sext(%s) * i1] = %{{[0-9]+}} + 7;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void triangle(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i++)
            for (int j = i; j < n; j += s)
                use((uint64_t)(i * j));
}
// CHECK-LABEL: FUNCTION triangle
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + WHILE i2   <WHILE_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = i1  *  i1 + sext(%s) * i2;
// CHECK-NEXT: |   |   @use(%{{[0-9]+}});
// CHECK-NEXT: |   |   if (i1 + sext(%s) * i2 + sext(%s) >= %n)
// CHECK-NEXT: |   |   {
// CHECK-NEXT: |   |      goto for.inc6;
// CHECK-NEXT: |   |   }
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   for.inc6:
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop for.body5 is not a DO loop: its trip count is not a linear expression of values known before it [count-not-linear]
void rows(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j += s)
                a[i + j] += 1;
}
// CHECK-LABEL: FUNCTION rows
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, ((sext(%n) + -1) /u sext(%s)), 1   <DO_LOOP>
// CHECK-NEXT: |   |   %{{[0-9]+}} = (@a)[0][i2][i1];
// CHECK-NEXT: |   |   (@a)[0][i2][i1] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void behind(int n, int s) {
    if (s > 0)
        for (int i = 0; i < n; i++) {
            int j = i, sum = 7;
            for (int k = 0; k < n; k += s) {
                j += 3;
                sum -= n;
            }
            use((uint64_t)j);
            use((uint64_t)sum);
        }
}
// CHECK-LABEL: FUNCTION behind
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   + DO i2 = 0, ((%n + -1) /u %s), 1   <DO_LOOP>
// CHECK-NEXT: |   + END LOOP
// CHECK-NEXT: |   @use(i1 + 3 * ((%n + -1) /u %s) + 3);
// CHECK-NEXT: |   @use(-1 * %n + -1 * (%n * ((%n + -1) /u %s)) + 7);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void behind_maybe(int n, int m, int s) {
    if (s > 0)
        for (int i = 0; i < n; i++) {
            unsigned j = 0;
            for (int k = 5; k < m; k += s)
                j += 3000000000u;
            use(j);
        }
}
// CHECK-LABEL: FUNCTION behind_maybe
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (5 < %m)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, ((%m + -6) /u %s), 1   <DO_LOOP>
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      %j.0.lcssa = -1294967296 * ((%m + -6) /u %s) + -1294967296;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   else
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %j.0.lcssa = 0;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   @use(%j.0.lcssa);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION

void meet(int lo, int hi) {
    while (lo < hi) {
        int t = a[lo];
        a[lo++] = a[hi];
        a[hi--] = t;
    }
}
// CHECK-LABEL: FUNCTION meet
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%hi) + -1 * sext(%lo) + -1) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][i1 + sext(%lo)];
// CHECK-NEXT: |   %{{[0-9]+}} = (@a)[0][-1 * i1 + sext(%hi)];
// CHECK-NEXT: |   (@a)[0][i1 + sext(%lo)] = %{{[0-9]+}};
// CHECK-NEXT: |   (@a)[0][-1 * i1 + sext(%hi)] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet_or_cross(int lo, int hi) {
    while (lo <= hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo += 2;
        hi -= 3;
    }
}
// CHECK-LABEL: FUNCTION meet_or_cross
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%hi) + -1 * sext(%lo)) /u 5, 1   <DO_LOOP>
// CHECK-NEXT: |   @use(3 * i1 + sext(%hi) + 3 * sext(%lo));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet_swapped(int lo, int hi) {
    while (hi > lo) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo++;
        hi -= 4;
    }
}
// CHECK-LABEL: FUNCTION meet_swapped
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%hi) + -1 * sext(%lo) + -1) /u 5, 1   <DO_LOOP>
// CHECK-NEXT: |   @use(-1 * i1 + sext(%hi) + 3 * sext(%lo));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet_at_least_once(int lo, int hi) {
    do {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo++;
        hi--;
    } while (lo < hi);
}
// CHECK-LABEL: FUNCTION meet_at_least_once
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (smax((sext(%lo) + 1), sext(%hi)) + -1 * sext(%lo) + -1) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   @use(2 * i1 + sext(%hi) + 3 * sext(%lo));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet_sizes(size_t lo, size_t hi) {
    while (lo < hi) {
        use(lo * 3 + hi);
        lo++;
        hi--;
    }
}
// CHECK-LABEL: FUNCTION meet_sizes
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (%hi + -1 * %lo + -1) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   @use(2 * i1 + %hi + 3 * %lo);
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet_sizes_2(size_t lo, size_t hi) {
    while (lo < hi) {
        use(lo * 3 + hi);
        lo += 2;
        hi--;
    }
}
// CHECK-LABEL: FUNCTION meet_sizes_2
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(5 * i1 + %hi + 3 * %lo);
// CHECK-NEXT: |   if (2 * i1 + %lo + 2 >=u -1 * i1 + %hi + -1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop while.body is not a DO loop: its induction variable may wrap around before the bound [may-wrap]
void meet_bytes(uint8_t lo, uint8_t hi) {
    while (lo < hi) {
        use(lo * 3u + hi);
        lo++;
        hi--;
    }
}
// CHECK-LABEL: FUNCTION meet_bytes
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (%hi + -1 * %lo + -1) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %conv112 = -1 * i1 + %hi;
// CHECK-NEXT: |   @use(3 * i1 + %conv112 + 3 * zext.i8.i32(%lo));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void meet_bytes_equal(uint8_t lo, uint8_t hi) {
    while (lo <= hi) {
        use(lo * 3u + hi);
        lo++;
        hi--;
    }
}
// CHECK-LABEL: FUNCTION meet_bytes_equal
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %conv112 = -1 * i1 + %hi;
// CHECK-NEXT: |   %conv11 = i1 + %lo;
// CHECK-NEXT: |   @use(3 * %conv11 + %conv112);
// CHECK-NEXT: |   if (i1 + %lo + 1 > -1 * i1 + %hi + -1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop while.body is not a DO loop: its induction variable may wrap around before the bound [may-wrap]
void meet_pointers(int *p, int *q) {
    while (p < q) {
        int t = *p;
        *p++ = *q;
        *q-- = t;
    }
}
// CHECK-LABEL: FUNCTION meet_pointers
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (-1 * ptrtoint(%p) + ptrtoint(%q) + -1) /u 8, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%q)[-1 * i1];
// CHECK-NEXT: |   (%p)[i1] = %{{[0-9]+}};
// CHECK-NEXT: |   (%q)[-1 * i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void chase(int lo, int hi) {
    while (lo < hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo += 3;
        hi += 1;
    }
}
// CHECK-LABEL: FUNCTION chase
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (sext(%hi) + -1 * sext(%lo) + -1) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   @use(10 * i1 + sext(%hi) + 3 * sext(%lo));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void flee(int lo, int hi) {
    while (lo < hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo -= 300000000;
        hi += 1;
        if (lo < -1000000000)
            break;
    }
}
// CHECK-LABEL: FUNCTION flee
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (%lo + -1 * smin(%lo, -1000000000)) /u 300000000, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |   if (-300000000 * i1 + sext(%lo) >= i1 + sext(%hi))
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   @use(-899999999 * i1 + sext(%hi) + 3 * sext(%lo));
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void until_met(int lo, int hi) {
    while (lo != hi) {
        use((uint64_t)lo * 3 + (uint64_t)hi);
        lo++;
        hi--;
    }
}
// CHECK-LABEL: FUNCTION until_met
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   @use(2 * i1 + sext(%hi) + 3 * sext(%lo));
// CHECK-NEXT: |   if (i1 + %lo + 1 == -1 * i1 + %hi + -1)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT: // loop while.body is not a DO loop: its steps may skip the value that ends it [may-miss-bound]

static const int counts[] = {0, 1, 2, 3, 7, 8, 9, 100, 101, -1, -8};
static const int steps[] = {1, 2, 3, 7, 50, 99, 100, 101, 2147483000};
enum { COUNTS = sizeof counts / sizeof *counts, STEPS = sizeof steps / sizeof *steps };

static void by_step(int n, int s) {
    up_by(n, s);
    up_to_by(3, n, s);
    up_to_by(n < 0 ? 0 : n, 120, s);
    up_by_guarded(n, s);
    up_by_maybe_0(n, s);
    up_by_unknown(n, s);
    up_by_not_0(n, s);
    at_least_once(n, s);
    at_least_once_unknown(n, s);
    down_by(n, s);
    down_by_negative(n, -s);
    down_guarded(n, -s);
    up_guarded_wrong(-1, -s);
    if (s < 1000000000)
        twice(n, s);
    first_exit(n, s);
    if (n >= 0)
        until_equal(s < 1000 ? n / s * s : 0, s);
    size(n < 0 ? 0 : (size_t)n, (size_t)s);
    triangle(n, s);
    rows(n, s);
    behind(n, s);
    behind_maybe(3, n, s);
    if (n >= 0)
        pointers(a, a + n, s < 400 ? s : 400);
}

static void by_bytes(void) {
    for (unsigned n = 0; n < 256; n += 5)
        for (unsigned s = 1; s < 256; s += 3) {
            narrow((uint16_t)(n * 4 + s), (uint8_t)s);
            wraps_not((uint8_t)n, (uint8_t)s);
            if (s % 2 && n < 255)
                wraps((uint8_t)n, (uint8_t)s);
            if (s % 2)
                wraps_just((uint8_t)n, (uint8_t)s);
            if (n % 8 == 0 && s % 4 == 1)
                narrow_maybe_0((uint16_t)n, (uint8_t)s);
            meet_bytes((uint8_t)n, (uint8_t)s);
            if (s != 255 && n != 255 && s > n + 1)
                meet_bytes_equal((uint8_t)(n + 1), (uint8_t)s);
        }
    meet_bytes_equal(0, 0);
    meet_bytes_equal(255, 255);
}

static void by_meeting(int lo, int hi) {
    meet(lo < 0 ? 0 : lo, hi);
    meet_or_cross(lo, hi);
    meet_swapped(lo, hi);
    meet_at_least_once(lo, hi);
    meet_sizes((size_t)(lo + 8), (size_t)(hi + 8));
    meet_sizes((size_t)lo, (size_t)lo + (size_t)(hi + 8));
    meet_sizes_2((size_t)(lo + 8), (size_t)(hi + 8));
    if (lo >= 0 && hi >= 0)
        meet_pointers(a + lo, a + hi);
    chase(lo, hi);
    flee(lo, hi);
    if ((lo + hi) % 2 == 0 && lo <= hi)
        until_met(lo, hi);
}

int main(void) {
    for (int i = 0; i < COUNTS; i++) {
        for (int k = 0; k < STEPS; k++)
            by_step(counts[i], steps[k]);
        for (int k = 0; k < COUNTS; k++)
            by_meeting(counts[i], counts[k]);
    }
    up_by_maybe_0(0, 0);
    up_by_unknown(-3, -3);
    at_least_once_unknown(0, 0);
    meet_or_cross(2147483640, 2147483645);
    meet_sizes(SIZE_MAX - 5, SIZE_MAX);
    by_bytes();
    for (int i = 0; i < 512; i++)
        use((uint64_t)a[i]);
    printf("%llx\n", (unsigned long long)hash);
    return 0;
}
// CHECK: 48 loops in 41 regions: 31 DO, 1 DO with more exits, 16 WHILE; 0 not modelled
