; RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s | FileCheck %s --check-prefix=PASSED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.reached>' %s | FileCheck %s --check-prefix=REACHED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.inner>' %s | FileCheck %s --check-prefix=INNER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.passed = type { i32, i32 }
%struct.inner = type { i32, i32 }
%struct.reached = type { ptr, i32 }
%struct.good = type { i32, i32 }
declare void @outside(ptr)
declare void @beyond(ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @passes() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.passed, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  call void @outside(ptr %p)
  ret void
}

define internal void @leads_to() {
  %p = call ptr @malloc(i64 16)
  %q = call ptr @malloc(i64 8)
  %f = getelementptr %struct.reached, ptr %p, i64 0, i32 0
  %g = getelementptr %struct.inner, ptr %q, i64 0, i32 1
  store i32 1, ptr %g
  store ptr %q, ptr %f
  call void @beyond(ptr %p)
  ret void
}

; A void* wrapper whose class has one type is no escape.
define internal ptr @wrapper() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  ret ptr %p
}

define internal i32 @caller() {
  %p = call ptr @wrapper()
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; PASSED: type struct.passed{{.*}} legal nothing{{$}}
; PASSED: AddressTaken @passes

; REACHED: type struct.reached{{.*}} legal nothing{{$}}
; REACHED: AddressTaken @leads_to

; INNER: type struct.inner{{.*}} legal nothing{{$}}
; INNER: AddressTaken @leads_to

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: AddressTaken
