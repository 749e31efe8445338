// A pool that has no more memory returns NULL as malloc does, and goes on when something is freed.
// RUN: lathe opt --passes='dtrans-pool<force;limit=1048576>' %s -o %t.ll
// RUN: clang -Wno-override-module -O2 %t.ll %pool-runtime -o %t
// RUN: %t | FileCheck %s
// RUN: not lathe opt --passes='dtrans-pool<limit=much>' %s -o /dev/null 2>&1 | FileCheck %s --check-prefix=BAD
// CHECK: 65536 objects, errno is ENOMEM
// CHECK: one more after one was freed
// CHECK: sum 2147450880
// BAD: lathe: error: pass 'dtrans-pool': limit=much: expected a number
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long value;
};

int main(void) {
    struct node *all = NULL, *n;
    long count = 0, sum = 0;
    while ((n = malloc(sizeof *n))) {
        n->next = all;
        n->value = count++;
        all = n;
    }
    printf("%ld objects, errno is %s\n", count, errno == ENOMEM ? "ENOMEM" : "something else");
    n = all->next;
    free(all);
    all = malloc(sizeof *all);
    all->next = n;
    all->value = count - 1;
    if (!(n = malloc(sizeof *n)))
        puts("one more after one was freed");
    else
        all->next = n;
    for (n = all; n; n = n->next)
        sum += n->value;
    printf("sum %ld\n", sum);
    return 0;
}
