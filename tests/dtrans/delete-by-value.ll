; RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s
; RUN: lathe opt --passes=dtrans-delete-fields %s -o %t.bc && lli %t.bc
;
; A register brings more fields than are kept: the rest of it is dropped. A field that leaves in a
; register is read, and stays even if it always has one value.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-DAG: %__DFD_struct.result = type { i16, i32 }
; CHECK-DAG: %struct.given = type { i32, i32 }
%struct.result = type { i8, i8, i16, i32 }
%struct.given = type { i32, i32 }
declare ptr @calloc(i64, i64)

; CHECK-LABEL: define i32 @main()
; CHECK: [[P:%.*]] = call ptr @calloc(i64 1, i64 8)
; CHECK: [[X:%.*]] = call i64 @get()
; CHECK-NEXT: [[A:%.*]] = lshr i64 [[X]], 16
; CHECK-NEXT: [[B:%.*]] = trunc i64 [[A]] to i16
; CHECK-NEXT: store i16 [[B]], ptr [[P]]
; CHECK-NEXT: [[C:%.*]] = lshr i64 [[X]], 32
; CHECK-NEXT: [[D:%.*]] = trunc i64 [[C]] to i32
; CHECK-NEXT: [[Q:%.*]] = getelementptr inbounds i8, ptr [[P]], i64 4
; CHECK-NEXT: store i32 [[D]], ptr [[Q]]
define i32 @main() {
  %p = call ptr @calloc(i64 1, i64 8)
  %x = call i64 @get()
  store i64 %x, ptr %p, align 4
  %f2 = getelementptr %struct.result, ptr %p, i64 0, i32 2
  %f3 = getelementptr %struct.result, ptr %p, i64 0, i32 3
  %s = load i16, ptr %f2
  %n = load i32, ptr %f3
  %w = zext i16 %s to i32
  %sum = add i32 %w, %n
  %g = call i32 @given()
  %all = add i32 %sum, %g
  ret i32 %all
}

; 1, 2, 3 and -8
define internal i64 @get() {
  ret i64 -34359541247
}

; CHECK-LABEL: define internal i32 @given()
; CHECK: load i64, ptr
define internal i32 @given() {
  %p = call ptr @calloc(i64 1, i64 8)
  %b = getelementptr %struct.given, ptr %p, i64 0, i32 1
  store i32 0, ptr %b
  %a = getelementptr %struct.given, ptr %p, i64 0, i32 0
  store i32 5, ptr %a
  %x = load i64, ptr %p
  %r = call i32 @low(i64 %x)
  ret i32 %r
}

define internal i32 @low(i64 %x) {
  %r = trunc i64 %x to i32
  ret i32 %r
}
