; A variable in a section of its own cannot change: the plan blames its type, and all is prepared
; again without it. The names of the types that do change are those
; asked for, however often it was tried.
; RUN: lathe opt --passes=dtrans-base-test %s -o - | FileCheck %s

; CHECK: %struct.table = type { i32, ptr }
; CHECK: %__DTT_struct.s = type { i32, i64 }
; CHECK-NOT: %__DTT_struct.s.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.table = type { i32, ptr }
%struct.s = type { i32, i64 }

@t = internal global %struct.table { i32 1, ptr null }, section ".tables"

declare noalias ptr @malloc(i64)

define i32 @main(i32 %argc, ptr %argv) {
  %f = getelementptr %struct.table, ptr @t, i32 0, i32 1
  store ptr null, ptr %f
  %p = call ptr @malloc(i64 16)
  %g = getelementptr %struct.s, ptr %p, i32 0, i32 1
  store i64 5, ptr %g
  ret i32 0
}
