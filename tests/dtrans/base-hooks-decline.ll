; A transform that finds no work leaves the module as it was, to the byte: also what the analysis
; had prepared for itself (the local variable is still in memory), names, and debug info.
; RUN: lathe opt --passes='dtrans-test-hooks<decline;add=extra>' %s -o %t.bc
; RUN: lathe opt --passes=verify %s -o %t.before.bc
; RUN: cmp %t.bc %t.before.bc
; RUN: lathe opt --passes='dtrans-test-hooks<decline;add=extra>' %s -o %t.ll
; RUN: lathe opt --passes=verify %s -o %t.before.ll
; RUN: cmp %t.ll %t.before.ll
; RUN: FileCheck %s < %t.ll

; Near miss: with work the module does change.
; RUN: lathe opt --passes='dtrans-test-hooks<add=extra>' %s -o - | FileCheck %s --check-prefix=WORK

; CHECK: %struct.s = type { i32, i64 }
; CHECK-NOT: @extra
; CHECK: %local = alloca ptr
; WORK: %__DTH_struct.s = type { i32, i64 }
; WORK: @extra = global i32 7
; WORK-NOT: %local

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }

declare ptr @malloc(i64)

define i32 @main() {
  %local = alloca ptr
  %p = call ptr @malloc(i64 16)
  store ptr %p, ptr %local
  %q = load ptr, ptr %local
  %f = getelementptr %struct.s, ptr %q, i32 0, i32 1
  store i64 3, ptr %f
  ret i32 0
}
