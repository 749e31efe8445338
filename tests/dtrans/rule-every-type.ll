; Every struct that the module names is listed, whatever names it.
;
; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
; RUN: llvm-as %s -o - | llvm-dis -o - | FileCheck %s --check-prefix=DIS

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.local = type { i32, i64 }
%struct.pointed = type { i32, i64 }
%struct.hinted = type { i32, i64 }
%struct.deep = type { i32, i64 }
%struct.listed = type { i32, i64 }
%struct.inlined = type { i32, i64 }
%struct.passed = type { i32, i64 }
%struct.unused = type { i32, i64 }

; CHECK-DAG: type struct.local size 16
; CHECK-DAG: type struct.pointed size 16
; CHECK-DAG: type struct.hinted size 16
; CHECK-DAG: type struct.deep size 16
; CHECK-DAG: type struct.listed size 16
; CHECK-DAG: type struct.inlined size 16
; CHECK-DAG: type struct.passed size 16
; CHECK-NOT: type struct.unused

; DIS-DAG: %struct.local =
; DIS-DAG: %struct.pointed =
; DIS-DAG: %struct.hinted =
; DIS-DAG: %struct.deep =
; DIS-DAG: %struct.listed =
; DIS-DAG: %struct.inlined =
; DIS-DAG: %struct.passed =
; DIS-NOT: %struct.unused =

define internal void @helper() alwaysinline {
  %x = alloca %struct.inlined
  ret void
}

define i32 @main(ptr byval(%struct.passed) %p) {
  %x = alloca %struct.local
  %n = alloca ptr, !dtrans-type !0
  %f = getelementptr %struct.pointed, ptr null, i64 0
  call void @helper()
  ret i32 0, !other !1
}

!lathe.types = !{!3}
!0 = !{%struct.hinted zeroinitializer, i32 1}
!1 = !{!2}
!2 = !{!"text", %struct.deep poison}
!3 = !{[2 x %struct.listed] undef}
