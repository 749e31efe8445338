; RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;
; A pointer used at two types is BadCasting on both.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.one = type { i32, i32 }
%struct.two = type { i16, i16, i32 }
%struct.good = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @twice(ptr %unused) {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.one, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %g = getelementptr %struct.two, ptr %p, i64 0, i32 1
  store i16 1, ptr %g
  ret void
}

define internal void @once() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %g = getelementptr %struct.good, ptr %p, i64 0, i32 0
  store i32 1, ptr %g
  ret void
}

; ONE: type struct.one{{.*}} legal nothing{{$}}
; ONE: BadCasting @twice: a pointer to it is also used as a pointer to 'struct.two'

; TWO: type struct.two{{.*}} legal nothing{{$}}
; TWO: BadCasting @twice: a pointer to it is also used as a pointer to 'struct.one'

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: BadCasting
