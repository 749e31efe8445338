; RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.bad = type { i32, i32 }
%struct.good = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @inside() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.bad, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %q = getelementptr i8, ptr %p, i64 6
  %is = icmp eq ptr %q, null
  ret void
}

define internal void @field() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %q = getelementptr i8, ptr %p, i64 4
  %is = icmp eq ptr %q, null
  ret void
}

; BAD: type struct.bad{{.*}} legal nothing{{$}}
; BAD: BadPtrManipulation @inside: an address 6 bytes from the start

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: BadPtrManipulation
