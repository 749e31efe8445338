// Functions the library calls keep their types, and so do all functions and calls of their class;
// library functions, varargs and %p are given pointers. Arrays of mapped pointers may be sorted and
// copied by the library: an integer of the same width is the same bytes.
// RUN: lathe opt --passes='dtrans-test-hooks<pointers>' %s -o %t.ll -- -fno-discard-value-names | FileCheck %s --check-prefix=TEXT
// RUN: FileCheck %s < %t.ll
// RUN: %python %tests/dtrans/Inputs/same-output.py %s 'dtrans-base-test<ptr-as-int>'

// TEXT: struct.rec: pointers become integers

// CHECK-LABEL: define {{.*}}i32 @main(
// CHECK: call void @qsort(ptr {{.*}}, ptr noundef @by_key)
// CHECK: call void @qsort(ptr {{.*}}, ptr noundef @of_key)
// CHECK: call i32 (i64, i32, ...) @total(i64 {{%[0-9]+}}, i32 noundef 2, ptr noundef {{%[0-9a-z]+}}, ptr noundef {{%[0-9a-z]+}})
// CHECK: call i32 @same(ptr
// CHECK: define internal i32 @same(ptr noundef %a, ptr noundef %b)
// CHECK: define internal i32 @of_key(ptr noundef %a, ptr noundef %b)
// CHECK: define internal i32 @by_key(ptr noundef %a, ptr noundef %b)
// CHECK: define internal i32 @total(i64 %first, i32 noundef %n, ...)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec {
    int key;
    struct rec *next;
};

static int by_key(const void *a, const void *b) {
    struct rec *const *x = a, *const *y = b;
    return (*x)->key - (*y)->key;
}

static int of_key(const void *a, const void *b) {
    const struct rec *x = a, *y = b;
    return y->key - x->key;
}

static int same(const void *a, const void *b) {
    const struct rec *x = a, *y = b;
    return x->key == y->key;
}

static int total(struct rec *first, int n, ...) {
    va_list args;
    int sum = first->key;
    va_start(args, n);
    while (n-- > 0)
        sum += va_arg(args, struct rec *)->key;
    va_end(args);
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    struct rec **all = malloc(9 * sizeof *all), **copy = malloc(9 * sizeof *copy);
    struct rec *block = calloc(4, sizeof *block);
    int (*order)(const void *, const void *) = argc > 5 ? same : of_key;
    for (int i = 0; i < 9; i++) {
        all[i] = malloc(sizeof **all);
        all[i]->key = (i * 5 + argc) % 9;
        all[i]->next = i ? all[i - 1] : NULL;
    }
    memcpy(copy, all, 9 * sizeof *all);
    qsort(copy, 9, sizeof *copy, by_key);
    for (int i = 0; i < 4; i++)
        block[i].key = i * 3 % 4;
    qsort(block, 4, sizeof *block, of_key);
    printf("%d %d\n", total(copy[0], 2, copy[7], copy[8]), block[0].key * 10 + block[3].key);
    printf("%d %d\n", same(copy[0], &block[3]), order(copy[1], copy[2]));
    return 0;
}
