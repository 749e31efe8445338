; RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.one = type { i32, i32 }
%struct.two = type { i64 }
%struct.good = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @takes(ptr %p) {
  ret void
}

define internal void @passes() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.one, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %g = getelementptr %struct.two, ptr %p, i64 0, i32 0
  store i64 1, ptr %g
  call void @takes(ptr %p)
  ret void
}

define internal void @keeps(ptr %p) {
  ret void
}

define internal void @single() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  call void @keeps(ptr %p)
  ret void
}

; ONE: type struct.one{{.*}} legal nothing{{$}}
; ONE: AmbiguousPointerTarget @passes

; TWO: type struct.two{{.*}} legal nothing{{$}}
; TWO: AmbiguousPointerTarget @passes

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: AmbiguousPointerTarget
