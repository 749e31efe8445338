; Step 7. A variable the transform takes is initialised by the transform (here: with zeroes, and
; with nothing else), the others by the base, with what they had. Both keep their properties and
; every use, in code, in constant addresses and in other initializers.
; RUN: lathe opt --passes='dtrans-test-hooks<take=taken>' %s -o - | FileCheck %s

; CHECK-DAG: @where = internal global ptr @taken
; CHECK-DAG: @inside = internal global ptr getelementptr inbounds (%__DTH_struct.s, ptr @left, i32 0, i32 1)
; CHECK-DAG: @taken = internal global %__DTH_struct.s zeroinitializer, align 16
; CHECK-DAG: @left = internal unnamed_addr global %__DTH_struct.s { i32 4, i64 5 }, align 32
; CHECK-NOT: %struct.s
; CHECK: store i64 6, ptr getelementptr (%__DTH_struct.s, ptr @taken, i32 0, i32 1)

; Without a taker both have their own contents.
; RUN: lathe opt --passes='dtrans-test-hooks' %s -o - | FileCheck %s --check-prefix=NONE
; NONE-DAG: @taken = internal global %__DTH_struct.s { i32 1, i64 2 }, align 16

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }

@taken = internal global %struct.s { i32 1, i64 2 }, align 16
@left = internal unnamed_addr global %struct.s { i32 4, i64 5 }, align 32
@where = internal global ptr @taken
@inside = internal global ptr getelementptr inbounds (%struct.s, ptr @left, i32 0, i32 1)

define i32 @main() {
  store i64 6, ptr getelementptr (%struct.s, ptr @taken, i32 0, i32 1)
  %p = load ptr, ptr @inside
  %v = load i64, ptr %p
  %q = load ptr, ptr @where
  %f = getelementptr %struct.s, ptr %q, i32 0, i32 0
  %w = load i32, ptr %f
  ret i32 %w
}
