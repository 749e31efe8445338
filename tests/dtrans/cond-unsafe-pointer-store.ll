; RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=S
; RUN: lathe opt --passes='dtrans-analysis<type=struct.A>' %s | FileCheck %s --check-prefix=A
; RUN: lathe opt --passes='dtrans-analysis<type=struct.B>' %s | FileCheck %s --check-prefix=B
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The spec's first example:
;   define void @f(i8* %p1, %struct.S** %p2) {
;     %tmp = bitcast %struct.S** %p2 to i8**
;     ret void store i8* %p1, i8** %tmp
;   }
; and its second, where the value is known to be another struct:
;   define void @f(%struct.A* %p1, %struct.B** %p2) {
;     %tmp1 = bitcast %struct.A* %p1 to i8*
;     %tmp2 = bitcast %struct.B** %p2 to i8**
;     ret void store i8* %tmp1, i8** %tmp2
;   }
%struct.S = type { i32, i32 }
%struct.A = type { i32, i32 }
%struct.B = type { i64 }
%struct.good = type { i32, i32 }

@unknown = external global ptr
@cellS = internal global ptr null
@cellB = internal global ptr null
@cell = internal global ptr null
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

@s = internal global %struct.S zeroinitializer
@a = internal global %struct.A zeroinitializer
@b = internal global %struct.B zeroinitializer

define internal void @f1() {
  %p1 = load ptr, ptr @unknown
  %held = load ptr, ptr @cellS, !dtrans-type !0
  store ptr %p1, ptr @cellS
  ret void
}

define internal void @f2() {
  %p1 = call ptr @malloc(i64 8), !dtrans-type !1
  %held = load ptr, ptr @cellB, !dtrans-type !2
  store ptr %p1, ptr @cellB
  ret void
}

define internal void @fits() {
  %p1 = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p1, i64 0, i32 1
  store i32 1, ptr %f
  store ptr %p1, ptr @cell
  store ptr null, ptr @cell
  ret void
}

!0 = !{%struct.S zeroinitializer, i32 1}
!1 = !{%struct.A zeroinitializer, i32 1}
!2 = !{%struct.B zeroinitializer, i32 1}

; S: type struct.S{{.*}} legal nothing{{$}}
; S: UnsafePointerStore @f1

; A: type struct.A{{.*}} legal nothing{{$}}
; A: UnsafePointerStore @f2

; B: type struct.B{{.*}} legal nothing{{$}}
; B: UnsafePointerStore @f2

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: UnsafePointerStore
; GOOD: GlobalPtr
; GOOD-NOT: UnsafePointerStore
