; RUN: lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S>' %s -o - | FileCheck %s --check-prefix=ONE
; RUN: lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S;level=2>' %s -o - | FileCheck %s --check-prefix=TWO
; RUN: lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S;level=2>,dtrans-test-annotate<value=p;type=struct.T>' %s -o - \
; RUN:   | FileCheck %s --check-prefix=REPLACED
; RUN: lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S;level=64>,dtrans-test-annotate<value=x;type=struct.S;level=2>,dtrans-test-annotate<value=q;type=struct.T>,dtrans-test-annotations' %s \
; RUN:   | FileCheck %s --check-prefix=LOOKUP
; RUN: not lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S;level=0>' %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S;level=65>' %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: not lathe opt --passes='dtrans-test-annotate<value=p;type=struct.opaque>' %s 2>&1 | FileCheck %s --check-prefix=REFUSED
; RUN: lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S>,dtrans-test-annotate<value=x;type=struct.T;level=3>,dtrans-strip-annotations' %s -o %t.stripped.ll
; RUN: lathe opt --passes='dtrans-test-annotations' %s -o %t.plain.ll | count 0
; RUN: diff %t.plain.ll %t.stripped.ll
;
; One annotation per instruction, of a type and a level of at least 1. It is kept in bitcode.
; RUN: lathe opt --passes='dtrans-test-annotate<value=p;type=struct.S;level=2>' %s -o %t.bc
; RUN: llvm-dis %t.bc -o - | FileCheck %s --check-prefix=TWO

; ONE: %p = load ptr, ptr %x, align 8, !tbaa ![[TAG:[0-9]+]], !dtrans-type ![[HINT:[0-9]+]]
; ONE: ![[HINT]] = !{%struct.S zeroinitializer, i32 1}

; TWO: %p = load ptr, ptr %x, align 8, !tbaa ![[TAG:[0-9]+]], !dtrans-type ![[HINT:[0-9]+]]
; TWO: ![[HINT]] = !{%struct.S zeroinitializer, i32 2}

; REPLACED-NOT: i32 2}
; REPLACED: %p = load ptr, ptr %x, align 8, !tbaa ![[TAG:[0-9]+]], !dtrans-type ![[HINT:[0-9]+]]
; REPLACED-NOT: i32 2}
; REPLACED: ![[HINT]] = !{%struct.T zeroinitializer, i32 1}
; REPLACED-NOT: %struct.S zeroinitializer

; LOOKUP: @f %x dtrans-type level 2 of %struct.S
; LOOKUP-NEXT: @f %p dtrans-type level 64 of %struct.S
; LOOKUP-NEXT: @f %q dtrans-type level 1 of %struct.T
; LOOKUP-NOT: {{.}}

; REFUSED: the type annotation is refused

target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.S = type { i32, i64 }
%struct.T = type { i64, %struct.S }
%struct.opaque = type opaque

define ptr @f(ptr %a) {
  %x = getelementptr i8, ptr %a, i64 8
  %p = load ptr, ptr %x, align 8, !tbaa !0
  %q = getelementptr %struct.T, ptr %p, i64 1
  %s = alloca %struct.S
  %o = call ptr @other(ptr %s)
  ret ptr %q
}

declare ptr @other(ptr)
@keep = external global %struct.opaque

!0 = !{!1, !1, i64 0}
!1 = !{!"any pointer", !2, i64 0}
!2 = !{!"omnipotent char", !3, i64 0}
!3 = !{!"Simple C/C++ TBAA"}
