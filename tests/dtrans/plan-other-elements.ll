; RUN: lathe opt --passes='dtrans-shuffle<seed=1>' %s -o - | FileCheck %s
;
; The elements of an array that are counted by another type of the same size cannot follow.

; CHECK: %struct.s = type { i8, i64, i32 }
; CHECK: getelementptr [4 x { i8, [7 x i8], i64, i32, [4 x i8] }], ptr @g

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
%struct.s = type { i8, i64, i32 }
@g = internal global [4 x %struct.s] zeroinitializer
@fmt = private constant [4 x i8] c"%d\0A\00"
declare i32 @printf(ptr, ...)
define i32 @main(i32 %argc, ptr %argv) {
  %i = sext i32 %argc to i64
  %p = getelementptr [4 x { i8, [7 x i8], i64, i32, [4 x i8] }], ptr @g, i64 0, i64 %i
  store i8 3, ptr %p
  %q = getelementptr %struct.s, ptr @g, i64 %i
  %r = getelementptr %struct.s, ptr %q, i64 0, i32 0
  %v = load i8, ptr %r
  %c = getelementptr %struct.s, ptr %q, i64 0, i32 2
  store i32 5, ptr %c
  %w = load i32, ptr %c
  %d = getelementptr %struct.s, ptr %q, i64 0, i32 1
  store i64 5, ptr %d
  %x = load i64, ptr %d
  %z = zext i8 %v to i32
  call i32 (ptr, ...) @printf(ptr @fmt, i32 %z)
  ret i32 0
}
