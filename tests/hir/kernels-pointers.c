// RUN: lathe hir %s | FileCheck %s
// RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
// DONE: checks, none wrong
// Pointer induction variables and string walks.
#include <stdio.h>
#include <string.h>
struct pair { int key; double value; };
static int data[40], copy[40];
static struct pair pairs[20];
static char text[80];

int sum_to(const int *p, const int *end) {
    int s = 0;
    for (; p != end; p++)
        s += *p;
    return s;
}
// CHECK-LABEL: FUNCTION sum_to
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.06 = 0;
// CHECK-NEXT: + DO i1 = 0, (ptrtoint(%end) + -1 * ptrtoint(%p) + -4) /u 4, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1];
// CHECK-NEXT: |   %s.06 = %s.06  +  %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int sum_below(const int *p, const int *end) {
    int s = 0;
    for (; p < end; p++)
        s += *p;
    return s;
}
// CHECK-LABEL: FUNCTION sum_below
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %s.06 = 0;
// CHECK-NEXT: + DO i1 = 0, (ptrtoint(%end) + -1 * ptrtoint(%p) + -1) /u 4, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1];
// CHECK-NEXT: |   %s.06 = %s.06  +  %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void fill_n(int *p, int n) {
    int *end = p + n;
    while (p != end)
        *p++ = n;
}
// CHECK-LABEL: FUNCTION fill_n
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (4 * sext(%n) + -4) /u 4, 1   <DO_LOOP>
// CHECK-NEXT: |   (%p)[i1] = %n;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void copy_down(int *to, const int *from, int n) {
    to += n;
    from += n;
    while (n-- > 0)
        *--to = *--from;
}
// CHECK-LABEL: FUNCTION copy_down
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%from)[-1 * i1 + sext(%n) + -1];
// CHECK-NEXT: |   (%to)[-1 * i1 + sext(%n) + -1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void copy_both(int *to, const int *from, int n) {
    for (int i = 0; i < n; i++)
        *to++ = *from++;
}
// CHECK-LABEL: FUNCTION copy_both
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%from)[i1];
// CHECK-NEXT: |   (%to)[i1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void every_third(int *p, int n) {
    for (int i = 0; i < n; i++, p += 3)
        *p = i;
}
// CHECK-LABEL: FUNCTION every_third
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   (%p)[3 * i1] = i1;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void walk_pairs(struct pair *p, struct pair *end) {
    for (; p != end; p++) {
        p->key++;
        p->value += p->key;
    }
}
// CHECK-LABEL: FUNCTION walk_pairs
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (ptrtoint(%end) + -1 * ptrtoint(%p) + -16) /u 16, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1][0];
// CHECK-NEXT: |   (%p)[i1][0] = %{{[0-9]+}} + 1;
// CHECK-NEXT: |   %conv = sitofp(%{{[0-9]+}} + 1);
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1][1];
// CHECK-NEXT: |   %add = %{{[0-9]+}}  +  %conv;
// CHECK-NEXT: |   (%p)[i1][1] = %add;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
size_t length(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return (size_t)(p - s);
}
// CHECK-LABEL: FUNCTION length
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %p.0.out = &(%s)[i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%s)[i1];
// CHECK-NEXT: |   if (%{{[0-9]+}} == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop while.cond is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void reverse(char *s, size_t n) {
    char *e = s + n - 1;
    while (s < e) {
        char c = *s;
        *s++ = *e;
        *e-- = c;
    }
}
// CHECK-LABEL: FUNCTION reverse
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (%n + -2) /u 2, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%s)[i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%s)[-1 * i1 + %n + -1];
// CHECK-NEXT: |   (%s)[i1] = %{{[0-9]+}};
// CHECK-NEXT: |   (%s)[-1 * i1 + %n + -1] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int compare(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a - *b;
}
// CHECK-LABEL: FUNCTION compare
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %conv11 = %{{[0-9]+}};
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %conv11.out = %conv11;
// CHECK-NEXT: |   %b.addr.010.out = &(%b)[i1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%b)[i1];
// CHECK-NEXT: |   if (%conv11 != %{{[0-9]+}})
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %incdec.ptr4 = &(%b)[i1 + 1];
// CHECK-NEXT: |   %{{[0-9]+}} = (%a)[i1 + 1];
// CHECK-NEXT: |   %conv = sext(%{{[0-9]+}});
// CHECK-NEXT: |   if (%{{[0-9]+}} == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto while.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %conv11 = %conv;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop land.rhs is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void upper_case(char *s) {
    for (; *s; s++)
        if (*s >= 'a' && *s <= 'z')
            *s -= 32;
}
// CHECK-LABEL: FUNCTION upper_case
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %cmp = %{{[0-9]+}}  >=  97;
// CHECK-NEXT: |   %cmp3 = %{{[0-9]+}}  <=  122;
// CHECK-NEXT: |   %or.cond = %cmp  &  %cmp3;
// CHECK-NEXT: |   if (%or.cond != 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      (%s)[i1] = %{{[0-9]+}} + -32;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = (%s)[i1 + 1];
// CHECK-NEXT: |   if (%{{[0-9]+}} == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
int words(const char *s) {
    int n = 0, in = 0;
    for (int i = 0; s[i]; i++) {
        if (s[i] == ' ')
            in = 0;
        else if (!in) {
            in = 1;
            n++;
        }
    }
    return n;
}
// CHECK-LABEL: FUNCTION words
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: %in.08 = 0;
// CHECK-NEXT: %n.07 = 0;
// CHECK-NEXT: + WHILE i1   <WHILE_LOOP>
// CHECK-NEXT: |   %spec.select = (%in.08  !=  0) ? %n.07 : %n.07 + 1;
// CHECK-NEXT: |   %spec.select5 = (%in.08  !=  0) ? %in.08 : 1;
// CHECK-NEXT: |   %n.07 = (%{{[0-9]+}}  ==  32) ? %n.07 : %spec.select;
// CHECK-NEXT: |   %in.08 = (%{{[0-9]+}}  ==  32) ? 0 : %spec.select5;
// CHECK-NEXT: |   %{{[0-9]+}} = (%s)[i1 + 1];
// CHECK-NEXT: |   if (%{{[0-9]+}} == 0)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      goto for.end.loopexit;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   %{{[0-9]+}} = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
// CHECK-NEXT:   loop for.body is not a DO loop: its exit test does not depend on an induction variable [no-induction]
void nested(int *p, int rows, int columns) {
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            *p++ += i - j;
}
// CHECK-LABEL: FUNCTION nested
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: %p.addr.09 = %p;
// CHECK-NEXT: + DO i1 = 0, %rows + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   if (0 < %columns)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, %columns + -1, 1   <DO_LOOP>
// CHECK-NEXT: |      |   %incdec.ptr = &(%p.addr.09)[i2 + 1];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (%p.addr.09)[i2];
// CHECK-NEXT: |      |   (%p.addr.09)[i2] = i1 + -1 * i2 + %{{[0-9]+}};
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      %p.addr.09 = %incdec.ptr;
// CHECK-NEXT: |   }
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void strided(char *p, long step, int n) {
    for (int i = 0; i < n; i++) {
        *p ^= 1;
        p += step;
    }
}
// CHECK-LABEL: FUNCTION strided
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, %n + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[%step * i1];
// CHECK-NEXT: |   %xor = %{{[0-9]+}}  ^  1;
// CHECK-NEXT: |   (%p)[%step * i1] = %xor;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void bytes_of(int *p, int n) {
    unsigned char *b = (unsigned char *)p;
    for (int i = 0; i < 4 * n; i++)
        b[i] ^= (unsigned char)i;
}
// CHECK-LABEL: FUNCTION bytes_of
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext((4 * %n)) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1];
// CHECK-NEXT: |   %xor = %{{[0-9]+}}  ^  i1;
// CHECK-NEXT: |   (%p)[i1] = %xor;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void words_of(char *p, int n) {
    for (int i = 0; i < n; i++)
        *(short *)(p + 2 * i) += 3;
}
// CHECK-LABEL: FUNCTION words_of
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, zext(%n) + -1, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%p)[i1];
// CHECK-NEXT: |   (%p)[i1] = %{{[0-9]+}} + 3;
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
void insertion(int *from, int *to) {
    for (int *p = from + 1; p < to; p++) {
        int key = *p, *q = p;
        while (q > from && *(q - 1) > key) {
            *q = *(q - 1);
            q--;
        }
        *q = key;
    }
}
// CHECK-LABEL: FUNCTION insertion
// CHECK-NEXT: BEGIN REGION
// CHECK-NEXT: + DO i1 = 0, (-1 * ptrtoint(%from) + ptrtoint(%to) + -5) /u 4, 1   <DO_LOOP>
// CHECK-NEXT: |   %{{[0-9]+}} = (%from)[i1 + 1];
// CHECK-NEXT: |   if (&(%from)[i1 + 1] >u %from)
// CHECK-NEXT: |   {
// CHECK-NEXT: |      + DO i2 = 0, (4 * i1 + 3) /u 4, 1   <DO_MULTI_EXIT_LOOP>
// CHECK-NEXT: |      |   %{{[0-9]+}} = (%from)[i1 + -1 * i2];
// CHECK-NEXT: |      |   if (%{{[0-9]+}} <= %{{[0-9]+}})
// CHECK-NEXT: |      |   {
// CHECK-NEXT: |      |      %q.0.lcssa.ph = &(%from)[i1 + -1 * i2 + 1];
// CHECK-NEXT: |      |      goto while.end.loopexit;
// CHECK-NEXT: |      |   }
// CHECK-NEXT: |      |   %add.ptr4 = &(%from)[i1 + -1 * i2];
// CHECK-NEXT: |      |   %{{[0-9]+}} = (%from)[i1 + -1 * i2];
// CHECK-NEXT: |      |   (%from)[i1 + -1 * i2 + 1] = %{{[0-9]+}};
// CHECK-NEXT: |      + END LOOP
// CHECK-NEXT: |      %q.0.lcssa.ph = %add.ptr4;
// CHECK-NEXT: |      while.end.loopexit:
// CHECK-NEXT: |      %q.0.lcssa = %q.0.lcssa.ph;
// CHECK-NEXT: |   }
// CHECK-NEXT: |   else
// CHECK-NEXT: |   {
// CHECK-NEXT: |      %q.0.lcssa = &(%from)[i1 + 1];
// CHECK-NEXT: |   }
// CHECK-NEXT: |   (%q.0.lcssa)[0] = %{{[0-9]+}};
// CHECK-NEXT: + END LOOP
// CHECK-NEXT: END REGION
int main(void) {
    long s = 0;
    strcpy(text, "the quick brown fox jumps over the lazy dog");
    for (int i = 0; i < 40; i++)
        data[i] = i * i;
    for (int i = 0; i < 20; i++)
        pairs[i].key = i;
    s += sum_to(data, data + 40) + sum_to(data, data) + sum_below(data, data + 7);
    s += sum_below(data + 3, data);
    for (int i = 0; i < 40; i++)
        data[i] = (data[i] * 7) % 41;
    insertion(data, data + 40);
    insertion(data, data + 1);
    fill_n(copy, 11);
    fill_n(copy, 0);
    copy_down(copy + 11, data, 13);
    copy_both(copy + 30, data, 9);
    every_third(data, 9);
    walk_pairs(pairs, pairs + 20);
    nested(data, 5, 6);
    strided(text, 5, 7);
    strided(text + 30, -3, 7);
    bytes_of(copy, 6);
    words_of((char *)(copy + 8), 10);
    reverse(text, strlen(text));
    upper_case(text);
    for (int i = 0; i < 40; i++)
        s = s * 3 + data[i] - copy[i] + (long)pairs[i / 2].value;
    printf("%ld %s %zu %d %d\n", s, text, length(text), words(text), compare(text, "GOD") > 0);
    return 0;
}
// CHECK: 23 loops in 21 regions: 18 DO, 1 DO with more exits, 4 WHILE; 0 not modelled
