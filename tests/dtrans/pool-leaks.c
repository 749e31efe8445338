// Memory that only pooled objects point to, in one part or another, is no leak; what was lost is,
// also if a freed object still pointed to it. With and without parts.
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.ll -- -fsanitize=address
// RUN: clang -Wno-override-module -O1 -g -fsanitize=address %t.ll %pool-runtime -o %t.asan
// RUN: %t.asan | FileCheck %s
// RUN: not %t.asan lose 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: lathe opt --passes='dtrans-pool<type=node;split;groups=note+text>' %s -o %t.parts.ll -- \
// RUN:   -fsanitize=address
// RUN: FileCheck %s --check-prefix=PARTS < %t.parts.ll
// RUN: clang -Wno-override-module -O1 -g -fsanitize=address %t.parts.ll %pool-runtime -o %t.parts
// RUN: %t.parts | FileCheck %s
// RUN: not %t.parts lose 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: not %t.parts late 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: lathe opt --passes='dtrans-pool<type=node;split;groups=note+text>' %s -o %t.leak.ll
// RUN: clang -Wno-override-module -O2 -fsanitize=leak %t.leak.ll %pool-runtime -o %t.leak
// RUN: %t.leak | FileCheck %s
// RUN: not %t.leak lose 2>&1 | FileCheck %s --check-prefix=LOST
// PARTS: %__DPL_struct.node = type { i32, i32, ptr, [16 x i8] }
// CHECK: sum 435
// LOST: LeakSanitizer: detected memory leaks
// LOST: 33 byte(s) leaked in 1 allocation(s)
// LATE: AddressSanitizer: use-after-poison
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    int value;
    char *text;
    char note[16];
};
static struct node *all;

static void add(int value, size_t size) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->text = malloc(size);
    if (!n->text)
        exit(1);
    memset(n->text, 'x', size);
    sprintf(n->note, "%d", value);
    n->value = value;
    n->next = all;
    all = n;
}

int main(int argc, char **argv) {
    int sum = 0;
    const char *what = argc > 1 ? argv[1] : "";
    for (int i = 0; i < 30; i++)
        add(i, 20);
    for (struct node *n = all; n; n = n->next)
        sum += atoi(n->note);
    add(0, 33);
    struct node *first = all;
    all = first->next;
    if (strcmp(what, "lose") != 0)
        free(first->text);
    free(first);
    if (strcmp(what, "late") == 0)
        return first->note[argc];
    first = NULL;
    printf("sum %d\n", sum);
    return 0;
}
