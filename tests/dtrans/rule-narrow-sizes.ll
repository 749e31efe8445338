; Which flag a narrow multiplication needs depends on how its result is widened.
;
; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.zext.nuw = type { i64, i64, i64 }
%struct.zext.nsw = type { i64, i64, i64 }
%struct.sext.nsw = type { i64, i64, i64 }
%struct.sext.nuw = type { i64, i64, i64 }
%struct.shift = type { i64, i64 }
%struct.back = type { i64, i64, i64 }
%struct.both = type { i64, i64, i64 }
%struct.param = type { i64, i64, i64 }

declare ptr @malloc(i64)

define i32 @main() {
  call void @param(i32 24)
  ret i32 0
}

; CHECK-LABEL: type struct.zext.nuw size 24 {{.*}} legal reorder-fields
define internal void @zu(i32 %n) {
  %m = mul nuw i32 %n, 24
  %w = zext i32 %m to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.zext.nuw, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; CHECK-LABEL: type struct.zext.nsw size 24 {{.*}} legal nothing
; CHECK: BadMemFuncSize @zs
define internal void @zs(i32 %n) {
  %m = mul nsw i32 %n, 24
  %w = zext i32 %m to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.zext.nsw, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; CHECK-LABEL: type struct.sext.nsw size 24 {{.*}} legal reorder-fields
define internal void @ss(i32 %n) {
  %m = mul nsw i32 %n, 24
  %w = sext i32 %m to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.sext.nsw, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; CHECK-LABEL: type struct.sext.nuw size 24 {{.*}} legal nothing
; CHECK: BadMemFuncSize @su
define internal void @su(i32 %n) {
  %m = mul nuw i32 %n, 24
  %w = sext i32 %m to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.sext.nuw, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; CHECK-LABEL: type struct.shift size 16 {{.*}} legal reorder-fields
define internal void @shift(i32 %n) {
  %m = shl i32 %n, 4
  %w = zext i32 %m to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.shift, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; One object less, as wide as a pointer.
; CHECK-LABEL: type struct.back size 24 {{.*}} legal reorder-fields
define internal void @back(i64 %n) {
  %m = mul i64 %n, 24
  %w = add i64 %m, -24
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.back, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; A negative number widened by its sign and then by zeros.
; CHECK-LABEL: type struct.both size 24 {{.*}} legal nothing
; CHECK: BadMemFuncSize @both
define internal void @both(i16 %n) {
  %m = mul nsw i16 %n, 24
  %s = sext i16 %m to i32
  %w = zext i32 %s to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.both, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; CHECK-LABEL: type struct.param size 24 {{.*}} legal reorder-fields
define internal void @param(i32 %bytes) {
  %w = zext i32 %bytes to i64
  %p = call ptr @malloc(i64 %w)
  %f = getelementptr %struct.param, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}
