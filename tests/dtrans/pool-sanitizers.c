// With AddressSanitizer, what a pool has not handed out is poisoned; memory that only pooled objects
// point to is no leak, and what a freed object pointed to is one.
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.ll -- -fsanitize=address
// RUN: FileCheck %s < %t.ll
// RUN: clang -Wno-override-module -O1 -g -fsanitize=address %t.ll %pool-runtime -o %t
// RUN: %t | FileCheck %s --check-prefix=SUM
// RUN: not %t lost 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: clang -Wno-override-module -O1 -g -fsanitize=leak %t.ll %pool-runtime -o %t.lsan
// RUN: %t.lsan | FileCheck %s --check-prefix=SUM
// RUN: not %t late 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not %t beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// CHECK: %__DPL_struct.node = type { ptr, i32, i32 }
// SUM: sum 45
// LOST: LeakSanitizer: detected memory leaks
// LOST: 5 byte(s) leaked in 1 allocation(s)
// LATE: AddressSanitizer: use-after-poison
// BEYOND: AddressSanitizer: use-after-poison
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    char *text;
    struct node *next;
    int value;
};
static struct node *all;

int main(int argc, char **argv) {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
        struct node *n = malloc(sizeof *n);
        n->text = strdup("text");
        n->value = i;
        n->next = all;
        all = n;
    }
    for (struct node *n = all; n; n = n->next)
        sum += n->value;
    printf("sum %d\n", sum);
    struct node *first = all;
    if (argc > 1 && strcmp(argv[1], "lost") == 0) {
        all = first->next;
        free(first);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "late") == 0) {
        free(first->text);
        free(first);
        return all->value;
    }
    if (argc > 1 && strcmp(argv[1], "beyond") == 0) {
        for (int i = 0; i < 10; i++)
            first++;
        return first[argc - 1].value;
    }
    return 0;
}
