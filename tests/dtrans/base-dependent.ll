; Steps 2 and 3: types that hold the replaced one by value, at any depth and in arrays, get new
; bodies under the dependent prefix; those that only hold pointers to it do not.
; RUN: lathe opt --passes='dtrans-test-hooks<type=struct.testA>' %s -o - | FileCheck %s
; RUN: lathe opt --passes=dtrans-base-test %s -o - | FileCheck %s --check-prefix=TEST

; CHECK-DAG: %__DTH_struct.testA = type { i32, double }
; CHECK-DAG: %__DDT_struct.block = type { i32, [4 x [5 x %__DTH_struct.testA]] }
; CHECK-DAG: %__DDT_struct.outer = type { %__DDT_struct.block, ptr }
; CHECK-DAG: %struct.holder = type { ptr, i32 }
; CHECK-NOT: %struct.testA
; CHECK-LABEL: define i32 @main(
; CHECK: call ptr @malloc(i64 336)
; CHECK: getelementptr %__DDT_struct.outer, ptr %o, i32 0, i32 0, i32 1, i64 %i, i64 2, i32 1
; CHECK: getelementptr [4 x %__DDT_struct.outer], ptr @many, i64 0, i64 %i, i32 0, i32 0
; CHECK: getelementptr %struct.holder, ptr %h, i32 0, i32 0

; With all of them replaced none is only dependent.
; TEST-DAG: %__DTT_struct.outer = type { %__DTT_struct.block, ptr }
; TEST-DAG: %__DTT_struct.holder = type { ptr, i32 }
; TEST-NOT: __DDT_

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.testA = type { i32, double }
%struct.block = type { i32, [4 x [5 x %struct.testA]] }
%struct.outer = type { %struct.block, ptr }
%struct.holder = type { ptr, i32 }

@many = internal global [4 x %struct.outer] zeroinitializer

declare noalias ptr @malloc(i64)

define i32 @main(i32 %argc, ptr %argv) {
  %i = zext i32 %argc to i64
  %o = call ptr @malloc(i64 336)
  %f = getelementptr %struct.outer, ptr %o, i32 0, i32 0, i32 1, i64 %i, i64 2, i32 1
  store double 5.0, ptr %f
  %g = getelementptr [4 x %struct.outer], ptr @many, i64 0, i64 %i, i32 0, i32 0
  store i32 5, ptr %g
  %h = call ptr @malloc(i64 16)
  %k = getelementptr %struct.holder, ptr %h, i32 0, i32 0
  store ptr %o, ptr %k
  ret i32 5
}
