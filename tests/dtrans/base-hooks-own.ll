; A transform may bring a type remapper and a materializer of its own. The remapper is asked before
; the type map rebuilds a type, so what holds the type follows; the materializer before a value is
; used, and once it has answered the value map has it.
; RUN: lathe opt --passes='dtrans-test-hooks<type=struct.s;remap=struct.o;materialize=twice>' %s -o - | FileCheck %s

; CHECK-DAG: %__DTH_struct.s = type { i32, i64 }
; CHECK-DAG: %own.struct.o = type { i32, [4 x i8] }
; CHECK-DAG: %__DDT_struct.holder = type { i32, %own.struct.o }
; CHECK-DAG: @h = internal global %__DDT_struct.holder { i32 1, %own.struct.o { i32 2, [4 x i8] c"abcd" } }
; CHECK-DAG: @f = internal global ptr @own.twice
; CHECK-LABEL: define i32 @main()
; CHECK: alloca [2 x %own.struct.o]
; CHECK: call i32 @own.twice(i32 3)
; CHECK: call i32 @once(i32 3)

; Near misses: nothing of the kind without them, or for other names.
; RUN: lathe opt --passes='dtrans-test-hooks<type=struct.s;remap=struct.x;materialize=x>' %s -o - | FileCheck %s --check-prefix=NONE
; NONE-NOT: {{[%@]}}own.
; NONE: %struct.holder = type { i32, %struct.o }
; NONE-NOT: {{[%@]}}own.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }
%struct.o = type { i32, [4 x i8] }
%struct.holder = type { i32, %struct.o }

@h = internal global %struct.holder { i32 1, %struct.o { i32 2, [4 x i8] c"abcd" } }
@f = internal global ptr @twice

declare ptr @malloc(i64)
declare i32 @printf(ptr, ...)

define i32 @main() {
  %a = alloca [2 x %struct.o]
  %p = call ptr @malloc(i64 16)
  %s = getelementptr %struct.s, ptr %p, i32 0, i32 1
  store i64 3, ptr %s
  %v = call i32 @twice(i32 3)
  %w = call i32 @once(i32 3)
  %g = getelementptr [2 x %struct.o], ptr %a, i64 0, i64 1, i32 0
  store i32 %v, ptr %g
  ret i32 %w
}

define internal i32 @twice(i32 %x) {
  %y = add i32 %x, %x
  ret i32 %y
}

define internal i32 @once(i32 %x) {
  ret i32 %x
}
