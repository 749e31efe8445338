; RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;
; A typed access through a pointer about which nothing is known. The pointer comes from a symbol
; of another module, which the condition names.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.bad = type { i32, i32 }
%struct.other = type { i64 }
%struct.good = type { i32, i32 }

@source = external global ptr

define i32 @main() {
  %p = load ptr, ptr @source
  %f = getelementptr %struct.bad, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

declare ptr @malloc(i64)

define internal i32 @known() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = load i32, ptr %f
  ret i32 %x
}

; BAD: type struct.bad{{.*}} legal nothing{{$}}
; BAD: AddressTaken

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: BadCasting
