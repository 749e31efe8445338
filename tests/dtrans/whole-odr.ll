; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s --check-prefix=ALL
;
; The near miss: all definitions of it are the same.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define linkonce_odr void @same_everywhere() {
  ret void
}

define internal i32 @f() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.s, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; ALL-NOT: not whole
; ALL-NOT: exception
; ALL: type struct.s {{.*}} legal reorder-fields
; ALL-NOT: not whole
; ALL-NOT: exception
