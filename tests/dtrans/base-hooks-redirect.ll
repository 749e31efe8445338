; Step 5 and the value map: prepare_module copies a function and writes the copy to the map before
; anything is remapped. Calls go to the copy, and so do addresses of the function in initializers.
; The copy is remapped as everything else is, and so is the original.
; RUN: lathe opt --passes='dtrans-test-hooks<redirect=get;add=extra>' %s -o - | FileCheck %s

; CHECK-DAG: @hook = internal global ptr @copy
; CHECK-DAG: @extra = global i32 7

; CHECK-LABEL: define i32 @main()
; CHECK: call i32 @copy(ptr
; CHECK: call i32 @other(ptr
; CHECK-LABEL: define internal i32 @get(
; CHECK: getelementptr %__DTH_struct.s, ptr %p, i32 0, i32 0
; CHECK-LABEL: define internal i32 @other(
; CHECK-LABEL: define internal i32 @copy(
; CHECK: getelementptr %__DTH_struct.s, ptr %p, i32 0, i32 0

; Near miss: without the entry in the map the call stays.
; RUN: lathe opt --passes='dtrans-test-hooks<redirect=nothing>' %s -o - | FileCheck %s --check-prefix=SAME
; SAME-DAG: @hook = internal global ptr @get
; SAME: call i32 @get(ptr
; SAME-NOT: @copy
; SAME-NOT: @extra

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }

@hook = internal global ptr @get

declare ptr @malloc(i64)

define i32 @main() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 1
  store i64 3, ptr %f
  %v = call i32 @get(ptr %p)
  %w = call i32 @other(ptr %p)
  ret i32 %v
}

define internal i32 @get(ptr %p) {
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 0
  %v = load i32, ptr %f
  ret i32 %v
}

define internal i32 @other(ptr %p) {
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 0
  %v = load i32, ptr %f
  ret i32 %v
}
