; RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s
;
; A wrapper that returns cleared memory on one of its ways: a field may be zero that is only ever set
; to seven.

; CHECK: %struct.s = type { i64, i32 }
; CHECK-NOT: __DFD_
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i64, i32 }

declare noalias ptr @malloc(i64)
declare noalias ptr @calloc(i64, i64)

define internal ptr @allocate(i64 %size, i1 %clear) {
  br i1 %clear, label %cleared, label %raw

cleared:
  %z = call ptr @calloc(i64 1, i64 %size)
  ret ptr %z

raw:
  %m = call ptr @malloc(i64 %size)
  ret ptr %m
}

define i32 @main(i32 %argc, ptr %argv) {
  %one = icmp eq i32 %argc, 1
  %s = call ptr @allocate(i64 16, i1 %one)
  %a = getelementptr %struct.s, ptr %s, i32 0, i32 0
  store i64 3, ptr %a
  %b = getelementptr %struct.s, ptr %s, i32 0, i32 1
  br i1 %one, label %end, label %set

set:
  store i32 7, ptr %b
  br label %end

end:
  %x = load i32, ptr %b
  %y = load i64, ptr %a
  %w = trunc i64 %y to i32
  %r = add i32 %x, %w
  ret i32 %r
}
