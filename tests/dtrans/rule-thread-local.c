// A variable per thread is a global object like any other; an alias is the object it stands for; an
// empty struct has no fields that could move.
//
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s

#include <stdlib.h>

// CHECK-LABEL: type struct.per_thread size 16 {{.*}} legal reorder-fields delete-fields split
// CHECK: GlobalInstance {{.*}}:[[#@LINE+5]] @here: the global variable 'here' is an object
struct per_thread {
    int a;
    long b;
};
static _Thread_local struct per_thread here;

// CHECK-LABEL: type struct.per_thread_bad size 16 {{.*}} legal nothing
// CHECK: VolatileData {{.*}} @main: a volatile access touches it
struct per_thread_bad {
    int a;
    volatile long b;
};
static _Thread_local struct per_thread_bad there;

// CHECK-LABEL: type struct.aliased size 16 {{.*}} legal nothing
// CHECK: MismatchedElementAccess {{.*}} @main: 2 bytes are read where a field of 8 bytes is
struct aliased {
    int a;
    long b;
};
static struct aliased object = {1, 2};
extern struct aliased other_name __attribute__((alias("object"), visibility("hidden")));

// CHECK-LABEL: type struct.renamed size 16 {{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
struct renamed {
    int a;
    long b;
};
static struct renamed thing = {1, 2};
extern struct renamed same_thing __attribute__((alias("thing"), visibility("hidden")));

// CHECK-LABEL: type struct.empty size 0 {{.*}} legal nothing
// CHECK-NEXT: NoFieldsInStruct: the struct has no fields
struct empty {};

// CHECK-LABEL: type struct.full size 4 {{.*}} legal reorder-fields
// CHECK-NOT: NoFieldsInStruct
struct full {
    int a;
};

int main(int argc, char **argv) {
    here.b = argc;
    there.b = argc;
    struct empty *e = malloc(argc);
    struct empty local = {};
    struct full *f = malloc(sizeof *f);
    f->a = argc;
    *e = local;
    return here.a + *(short *)&other_name.b + same_thing.b + f->a;
}
