// Valgrind's memcheck sees pooled objects: use after free, bytes that were never written, and what is
// lost, but not what narrow pointers lead to. What counts only, it does not slow down.
// REQUIRES: valgrind
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.ll -- -w
// RUN: grep -q __DPL_ %t.ll
// RUN: clang -Wno-override-module -O1 %t.ll %pool-runtime -o %t
// RUN: valgrind -q --leak-check=full --error-exitcode=7 %t 2>&1 | FileCheck %s --check-prefix=CLEAN --implicit-check-not===
// RUN: not valgrind -q --leak-check=full --error-exitcode=7 %t late 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: not valgrind -q --leak-check=full --error-exitcode=7 %t unset 2>&1 | FileCheck %s --check-prefix=UNSET
// RUN: not valgrind -q --leak-check=full --error-exitcode=7 %t lost 2>&1 | FileCheck %s --check-prefix=LOST
// RUN: valgrind --tool=none %t loop 2>&1 | FileCheck %s --check-prefix=LOOP
// CLEAN: sum 190
// LATE: Invalid read of size
// UNSET: Conditional jump or move depends on uninitialised value
// LOST: bytes in 1 blocks are definitely lost
// LOOP: sum
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *text;
    long key;
    int unset;
};
static struct node *all;

__attribute__((noinline)) static struct node *add(long key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->next = all;
    n->text = strdup("text");
    n->key = key;
    return all = n;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    long sum = 0;
    for (int i = 0; i < 20; i++)
        add(i);
    for (struct node *n = all; n; n = n->next)
        sum += n->key;
    struct node *first = all;
    all = first->next;
    if (strcmp(what, "lost") == 0) {
        first = NULL;
    } else {
        free(first->text);
        free(first);
    }
    if (strcmp(what, "late") == 0)
        sum += first->key;
    if (strcmp(what, "unset") == 0 && all->unset == 7)
        puts("seven");
    for (int i = 0; strcmp(what, "loop") == 0 && i < 1000; i++) {
        struct node *n = add(i);
        all = n->next;
        free(n->text);
        free(n);
    }
    printf("sum %ld\n", sum);
    return 0;
}
