; RUN: lathe opt --passes='dtrans-shuffle<seed=1>' %s -o %t.bc
; RUN: lathe opt --passes='dtrans-shuffle<seed=1>' %s -o - | FileCheck %s
; RUN: clang -O1 -Wno-override-module %t.bc -o %t.exe
; RUN: %t.exe
;
; A local variable whose type is made up of a struct and of another that looks like it.

; CHECK: alloca [2 x %__DSH_struct.s]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i8, i64, i32 }

define i32 @main(i32 %argc, ptr %argv) {
  %v = alloca <{ { i8, [7 x i8], i64, i32, [4 x i8] }, %struct.s }>
  %i = sext i32 %argc to i64
  %p = getelementptr <{ { i8, [7 x i8], i64, i32, [4 x i8] }, %struct.s }>, ptr %v, i32 0, i32 1
  %b = getelementptr %struct.s, ptr %p, i32 0, i32 1
  store i64 5, ptr %b
  %c = getelementptr %struct.s, ptr %v, i64 %i, i32 1
  %x = load i64, ptr %c
  %d = getelementptr %struct.s, ptr %v, i64 0, i32 2
  store i32 7, ptr %d
  %e = load i32, ptr %d
  %f = sext i32 %e to i64
  %sum = sub i64 %f, %x
  %left = sub i64 %sum, 2
  %r = trunc i64 %left to i32
  ret i32 %r
}
