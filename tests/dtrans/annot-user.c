// RUN: lathe opt --passes='dtrans-test-annotations' %s | FileCheck %s --check-prefix=USER
// RUN: lathe opt --passes='dtrans-strip-annotations' %s -o %t.stripped.ll
// RUN: lathe opt --passes='' %s -o %t.plain.ll
// RUN: diff %t.plain.ll %t.stripped.ll
//
// RUN: lathe opt --passes='dtrans-test-annotate<of=struct.S;field=1;type=struct.S;level=2;kind=DPA_AOSToSOAIndexField;text=AOS-to-SOA index;file=annot-user.c;line=3>' %s -o %t.both.ll
// RUN: lathe opt --passes='dtrans-test-annotations' %t.both.ll | FileCheck %s --check-prefix=BOTH
// RUN: FileCheck %s --check-prefix=NAMES < %t.both.ll
// RUN: lathe opt --passes='dtrans-strip-annotations' %t.both.ll -o - | sed -e 1d > %t.back.ll
// RUN: sed -e 1d %t.plain.ll | diff - %t.back.ll
//
// RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %t.both.ll | FileCheck %s --check-prefix=ANALYSIS
// RUN: lathe opt --passes='ir-rename-structs,default<O2>,dtrans-strip-annotations' %t.both.ll -o - | FileCheck %s --check-prefix=OPTIMIZED
// RUN: clang %t.both.ll -o %t.exe && %t.exe | FileCheck %s --check-prefix=OUTPUT
//
// A user's annotate attribute becomes the same intrinsic, also with our string. It is never taken
// for ours and never removed; a variable that has our name by chance does no harm.

#include <stdio.h>
#include <stdlib.h>

struct S {
    int a __attribute__((annotate("field a")));
    int b __attribute__((annotate("AOS-to-SOA index")));
    int c;
};

char __DTransAOSToSOAIndexFieldName[] = "AOS-to-SOA index";
static int counter __attribute__((annotate("a global")));

__attribute__((annotate("a function"))) static int twice(int n __attribute__((annotate("a parameter")))) {
    return 2 * n;
}

int main(int argc, char **argv) {
    struct S *s = malloc(4 * sizeof *s);
    int local __attribute__((annotate("a local"))) = argc;
    s[1].a = local;
    s[1].b = twice(20);
    s[1].c = 2;
    counter = __builtin_annotation(s[1].b, "a value");
    printf("%d\n", counter + s[1].c);
    free(s);
    return argv == NULL;
}

// USER: @main %[[#]] DPA_None on %a
// USER-NEXT: @main %[[#]] DPA_None on %b{{[0-9]*}}
// USER-NEXT: @main %[[#]] DPA_None on %b{{[0-9]*}}
// USER-NOT: {{.}}

// BOTH: @main %[[#]] DPA_None on %a
// BOTH-NEXT: @main %b dtrans-type level 2 of %struct.S
// BOTH-NEXT: @main %[[#]] DPA_AOSToSOAIndexField "AOS-to-SOA index" on %b
// BOTH-NEXT: @main %[[#]] DPA_None on %b
// BOTH-NEXT: @main %[[B:b[0-9]+]] dtrans-type level 2 of %struct.S
// BOTH-NEXT: @main %[[#]] DPA_AOSToSOAIndexField "AOS-to-SOA index" on %[[B]]
// BOTH-NEXT: @main %[[#]] DPA_None on %[[B]]
// BOTH-NOT: {{.}}

// NAMES: @__DTransAOSToSOAIndexFieldName = dso_local global
// NAMES: private unnamed_addr constant [17 x i8] c"AOS-to-SOA index\00", section "llvm.metadata"
// NAMES: @__DTransAOSToSOAIndexFieldName.1 = private constant [17 x i8] c"AOS-to-SOA index\00", section "llvm.metadata"

// The hint says that numbers of field b are pointers to S.
// ANALYSIS: type struct.S {{.*}} legal nothing
// ANALYSIS-NEXT: field 0 a offset 0 size 4 reads 0 writes 1
// ANALYSIS-NEXT: field 1 b offset 4 size 4 reads 1 writes 1
// ANALYSIS-NEXT: field 2 c offset 8 size 4 reads 1 writes 1
// ANALYSIS: BadCasting {{.*}}: a pointer to it is made from a computed integer

// OPTIMIZED: @__DTransAOSToSOAIndexFieldName =
// OPTIMIZED-NOT: @__DTransAOSToSOAIndexFieldName.1
// OPTIMIZED: @llvm.ptr.annotation.p0.p0({{.*}}@.str
// OPTIMIZED-NOT: dtrans-type

// OUTPUT: 42
