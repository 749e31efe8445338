; RUN: lathe opt --passes='dtrans-analysis<type=struct.typed>' %s | FileCheck %s --check-prefix=TYPED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.int>' %s | FileCheck %s --check-prefix=INT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.lost>' %s | FileCheck %s --check-prefix=LOST
;
; A returned address is no escape where every caller is analysed, whatever type it travels as.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.typed = type { i32, i32 }
%struct.lost = type { i32, i32 }
%struct.int = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal ptr @object() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.typed, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  ret ptr %p
}

define internal i64 @number() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.int, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %i = ptrtoint ptr %p to i64
  ret i64 %i
}

define internal i32 @uses() {
  %i = call i64 @number()
  %p = inttoptr i64 %i to ptr
  %f = getelementptr %struct.int, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; The result of a function whose address leaves the program.
declare void @register(ptr)

define internal ptr @callback() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.lost, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  ret ptr %p
}

define internal void @registers() {
  call void @register(ptr @callback)
  ret void
}

; TYPED: type struct.typed{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; INT: type struct.int{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; LOST: type struct.lost{{.*}} legal nothing{{$}}
; LOST: AddressTaken @registers
