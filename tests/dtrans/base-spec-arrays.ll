; The remapper's example: [4 x [5 x struct.testA*]]*. Under opaque pointers the pointers inside are
; told apart by what they lead to, so the mapping of testA* shows where it is to an integer; the
; array of structs itself is rebuilt with the new struct.
; RUN: lathe opt --passes='dtrans-test-hooks<type=struct.testA;prefix=MyOpt.;pointers>' %s -o - | FileCheck %s

; CHECK-DAG: %MyOpt.struct.testA = type { i32, double }
; CHECK-DAG: @pointers = internal global [4 x [5 x i64]] zeroinitializer
; CHECK-DAG: @objects = internal global [4 x [5 x %MyOpt.struct.testA]] zeroinitializer
; CHECK-DAG: @others = internal global [4 x [5 x ptr]] zeroinitializer
; CHECK-DAG: @all = internal global ptr @pointers
; CHECK-DAG: %__DDT_struct.grid = type { i32, [4 x [5 x i64]] }
; CHECK-LABEL: define i32 @main(
; CHECK: getelementptr [4 x [5 x %MyOpt.struct.testA]], ptr @objects, i64 0, i64 %i, i64 %j
; CHECK: getelementptr [4 x [5 x i64]], ptr %array, i64 0, i64 %i, i64 %j
; CHECK-NEXT: [[A:%.*]] = ptrtoint ptr %object to i64
; CHECK-NEXT: store i64 [[A]], ptr %slot
; CHECK: getelementptr [4 x [5 x ptr]], ptr @others, i64 0, i64 %i, i64 %j
; CHECK: store ptr %other, ptr %place
; CHECK: getelementptr %__DDT_struct.grid, ptr %g, i32 0, i32 1, i64 %i, i64 %j

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.testA = type { i32, double }
%struct.testB = type { i32, double }
%struct.grid = type { i32, [4 x [5 x ptr]] }

@pointers = internal global [4 x [5 x ptr]] zeroinitializer
@objects = internal global [4 x [5 x %struct.testA]] zeroinitializer
@others = internal global [4 x [5 x ptr]] zeroinitializer
@all = internal global ptr @pointers

declare noalias ptr @malloc(i64)

define i32 @main(i32 %argc, ptr %argv) {
  %i = zext i32 %argc to i64
  %j = add i64 %i, 1
  %object = getelementptr [4 x [5 x %struct.testA]], ptr @objects, i64 0, i64 %i, i64 %j
  %array = load ptr, ptr @all
  %slot = getelementptr [4 x [5 x ptr]], ptr %array, i64 0, i64 %i, i64 %j
  store ptr %object, ptr %slot
  %loaded = load ptr, ptr %slot
  %f = getelementptr %struct.testA, ptr %loaded, i32 0, i32 0
  store i32 3, ptr %f
  %other = call ptr @malloc(i64 16)
  %k = getelementptr %struct.testB, ptr %other, i32 0, i32 0
  store i32 4, ptr %k
  %place = getelementptr [4 x [5 x ptr]], ptr @others, i64 0, i64 %i, i64 %j
  store ptr %other, ptr %place
  %g = call ptr @malloc(i64 168)
  %gs = getelementptr %struct.grid, ptr %g, i32 0, i32 1, i64 %i, i64 %j
  store ptr %loaded, ptr %gs
  %v = load i32, ptr %f
  ret i32 %v
}
