; RUN: lathe opt --passes='dtrans-analysis<type=struct.narrow>' %s | FileCheck %s --check-prefix=NARROW
; RUN: lathe opt --passes='dtrans-analysis<type=struct.wide>' %s | FileCheck %s --check-prefix=WIDE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.narrow = type { i32, i64 }
%struct.wide = type { i32, i32, i64 }
%struct.good = type { i32, i64 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @narrower() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.narrow, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal void @wider() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.wide, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal double @equal() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  %x = load double, ptr %f
  ret double %x
}

; NARROW: type struct.narrow{{.*}} legal nothing{{$}}
; NARROW: MismatchedElementAccess @narrower: 4 bytes are read where a field of 8 bytes is

; WIDE: type struct.wide{{.*}} legal nothing{{$}}
; WIDE: MismatchedElementAccess @wider: 8 bytes are written where a field of 4 bytes is

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: MismatchedElementAccess
