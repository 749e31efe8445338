; RUN: lathe opt --passes='dtrans-analysis<type=struct.node>' %s | FileCheck %s --check-prefix=NODE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.other>' %s | FileCheck %s --check-prefix=OTHER
;
; A pointer that travels as i64 without ptrtoint is still the same pointer: both names are seen.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.node = type { i32, i32 }
%struct.other = type { i32, i32 }
@top = internal global i64 0
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @pushes() {
  %n = call ptr @malloc(i64 8)
  %cell = alloca i64
  store ptr %n, ptr %cell
  %bits = load i64, ptr %cell
  store atomic i64 %bits, ptr @top seq_cst, align 8
  %r = cmpxchg ptr @top, i64 %bits, i64 0 seq_cst seq_cst
  %old = extractvalue { i64, i1 } %r, 0
  store i64 %old, ptr %cell
  %p = load ptr, ptr %cell
  %f = getelementptr %struct.node, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  %g = getelementptr %struct.other, ptr %n, i64 0, i32 1
  store i32 1, ptr %g
  ret i32 %x
}

; NODE: type struct.node{{.*}} legal nothing{{$}}
; NODE: BadCasting @pushes: a pointer to it is also used as a pointer to 'struct.other'

; OTHER: type struct.other{{.*}} legal nothing{{$}}
; OTHER: BadCasting @pushes
