// Checks of _FORTIFY_SOURCE fail where they did when objects come from pools, and pass where the
// string fits: a field that ends the object and one that does not, a distance into a field, one that
// is known when the program runs, and a function that gets fields of several structs and other
// memory. With other layouts likewise.
// RUN: lathe opt --passes='dtrans-pool<force>' %s -o %t.2.ll -- -w -D_FORTIFY_SOURCE=2
// RUN: FileCheck %s < %t.2.ll
// RUN: clang -Wno-override-module -O2 %t.2.ll %pool-runtime -o %t.2
// RUN: lathe opt --passes='dtrans-reorder-fields,dtrans-pool<force;split>' %s -o %t.3.ll -- -w -D_FORTIFY_SOURCE=3
// RUN: clang -Wno-override-module -O2 %t.3.ll %pool-runtime -o %t.3
// RUN: lathe opt --passes='dtrans-shuffle<seed=2>,dtrans-pool<force>' %s -o %t.1.ll -- -w -D_FORTIFY_SOURCE=1
// RUN: clang -Wno-override-module -O2 %t.1.ll %pool-runtime -o %t.1
// RUN: %t.1 copy 0123456789a label 0123456789abcdefghi far 0123456 any 0123456789a print 0123456789a | FileCheck %s --check-prefix=OUT
// RUN: %t.2 copy 0123456789a label 0123456789abcdefghi far 0123456 any 0123456789a print 0123456789a | FileCheck %s --check-prefix=OUT
// RUN: %t.3 copy 0123456789a label 0123456789abcdefghi far 0123456 any 0123456789a print 0123456789a dynamic 012345 | FileCheck %s --check-prefix=OUT
// RUN: not --crash %t.1 copy 0123456789abcdefghijklmnopqrstuvwxyz 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.2 copy 0123456789abcdef 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.2 label 0123456789abcdefghijklmnopqrstuvwxyz 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.2 far 0123456789ab 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.2 any 0123456789abcdef 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.2 print 0123456789abcdef 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.3 copy 0123456789abcdef 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.3 any 0123456789abcdef 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: not --crash %t.3 dynamic 0123456789ab 2>&1 | FileCheck %s --check-prefix=FAIL
// OUT: {{^}}ok
// FAIL: buffer overflow detected
//
// 12 bytes to the end of the object, of which there were 16; and what `any` writes to is for LLVM to
// find, so that calls tell what they allocate.
// CHECK: call i64 @llvm.objectsize.i64.p0(ptr %{{.*}}, i1 false, i1 true, i1 false)
// CHECK: icmp ult i64 %{{.*}}, 12
// CHECK: declare hidden noalias ptr @lathe_pool_take(ptr, i64) [[TAKE:#[0-9]+]]
// CHECK: attributes [[TAKE]] = {{.*}}allocsize(1)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    long key;
    char name[12];
};
struct leaf {
    struct leaf *up;
    char label[20];
    long weight;
};

static struct node *nodes;
static struct leaf *leaves;

static struct node *add(void) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->key = 1;
    n->name[0] = 0;
    n->next = nodes;
    return nodes = n;
}

static struct leaf *add_leaf(void) {
    struct leaf *l = calloc(1, sizeof *l);
    if (!l)
        exit(1);
    l->weight = 2;
    l->up = leaves;
    return leaves = l;
}

static void set(char *to, const char *text) {
    strcpy(to, text);
}

__attribute__((noinline)) static void act(const char *what, const char *text, int from) {
    char buffer[100];
    add();
    if (strcmp(what, "copy") == 0)
        strcpy(add()->name, text);
    else if (strcmp(what, "label") == 0)
        strcpy(add_leaf()->label, text);
    else if (strcmp(what, "far") == 0)
        strcpy(add()->name + 4, text);
    else if (strcmp(what, "dynamic") == 0)
        strcpy(add()->name + from, text);
    else if (strcmp(what, "print") == 0)
        sprintf(nodes->name, "%s", text);
    else if (strcmp(what, "any") == 0) {
        set(buffer, "plain");
        set(add_leaf()->label, "label");
        set(add()->name, text);
    }
}

int main(int argc, char **argv) {
    long sum = 0;
    for (int i = 1; i + 1 < argc; i += 2)
        act(argv[i], argv[i + 1], argc > 3 ? 5 : 2);
    for (struct node *n = nodes; n; n = n->next)
        sum += n->key + n->name[0];
    for (struct leaf *l = leaves; l; l = l->up)
        sum += l->weight + l->label[0];
    printf("ok %ld\n", sum);
    return 0;
}
