; RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.other>' %s | FileCheck %s --check-prefix=OTHER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.bad = type { i32, i32 }
%struct.other = type { i32, float }
%struct.good = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @either(i1 %c) {
  %p = call ptr @malloc(i64 8)
  %q = call ptr @malloc(i64 8)
  %pf = getelementptr %struct.bad, ptr %p, i64 0, i32 1
  store i32 1, ptr %pf
  %qf = getelementptr %struct.other, ptr %q, i64 0, i32 1
  store float 1.0, ptr %qf
  %m = select i1 %c, ptr %p, ptr %q
  %f = getelementptr i8, ptr %m, i64 4
  %x = load i32, ptr %f
  ret i32 %x
}

define internal i32 @one(i1 %c) {
  %p = call ptr @malloc(i64 8)
  %q = call ptr @malloc(i64 8)
  %pf = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %pf
  %qf = getelementptr %struct.good, ptr %q, i64 0, i32 1
  store i32 1, ptr %qf
  %m = select i1 %c, ptr %p, ptr %q
  %f = getelementptr i8, ptr %m, i64 4
  %x = load i32, ptr %f
  ret i32 %x
}

; BAD: type struct.bad{{.*}} legal nothing{{$}}
; BAD: AmbiguousGEP @either

; OTHER: type struct.other{{.*}} legal nothing{{$}}
; OTHER: AmbiguousGEP @either

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: AmbiguousGEP
; GOOD-NOT: UnsafePtrMerge
