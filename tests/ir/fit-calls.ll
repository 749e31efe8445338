; Calls by another type than the function's own become ordinary ones where the arguments are passed
; alike, and stay as they are where they are not.
; RUN: lathe opt --passes=ir-fit-calls %s -o - | FileCheck %s
; RUN: lathe opt --passes=ir-fit-calls %s -o - | FileCheck %s --check-prefix=NEAR

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i64, i64, i64 }

define internal ptr @make(ptr %p, i32 %n) { ret ptr %p }
define internal i32 @narrow(i8 signext %c, i16 zeroext %s) { ret i32 0 }
define internal i32 @plain(i8 %c) { ret i32 0 }
define internal i64 @long(i64 %n) { ret i64 %n }
define internal void @nothing() { ret void }
define internal double @real(double %x) { ret double %x }
define internal float @single(float %x) { ret float %x }
define internal i32 @valued(ptr byval(%struct.s) align 8 %s) { ret i32 0 }
define internal fastcc i32 @fast(i32 %n) { ret i32 %n }
define internal i32 @many(i32 %n, ...) { ret i32 %n }

define i32 @main(ptr %p, i64 %i, i8 %c, i32 %k, double %d, float %f) {
; A variadic type, an integer that is too wide, and a pointer in an integer.
; CHECK-LABEL: define i32 @main
; CHECK: %a = call ptr @make(ptr noundef %p, i32 3)
  %a = call ptr (ptr, i32, ...) @make(ptr noundef %p, i32 3)
; CHECK: [[N:%.*]] = trunc i64 %i to i32
; CHECK: %b = call ptr @make(ptr %p, i32 [[N]])
  %b = call ptr (ptr, i64, ...) @make(ptr %p, i64 %i)
; CHECK: [[P:%.*]] = inttoptr i64 %i to ptr
; CHECK: [[R:%.*]] = call ptr @make(ptr [[P]], i32 3)
; CHECK: ptrtoint ptr [[R]] to i64
  %e = call i64 (i64, i32, ...) @make(i64 %i, i32 3)
; Values that were widened as the parameter says.
; CHECK: [[C:%.*]] = trunc i32 %w to i8
; CHECK: call i32 @narrow(i8 signext [[C]], i16 zeroext 7)
  %w = sext i8 %c to i32
  %g = call i32 (i32, i32, ...) @narrow(i32 %w, i32 7)
; CHECK: trunc i32 %k to i8
; CHECK: call i32 @plain(i8
  %h = call i32 @plain(i32 %k)
; A result that is cut off, and one that nobody reads.
; CHECK: [[L:%.*]] = call i64 @long(i64 %i)
; CHECK: trunc i64 [[L]] to i32
  %j = call i32 (i64, ...) @long(i64 %i)
; CHECK: call void @nothing()
  %l = call i32 (...) @nothing()
; CHECK: call double @real(double %d)
  %m = call double (double, ...) @real(double %d)
; CHECK: call i32 @valued(ptr byval(%struct.s) align 8 %p)
  %o = call i32 (ptr, ...) @valued(ptr byval(%struct.s) align 8 %p)

; Too few, too many, too narrow, not known to be widened that way, of other registers.
; NEAR: call ptr (ptr, ...) @make(ptr %p)
  %n1 = call ptr (ptr, ...) @make(ptr %p)
; NEAR: call ptr (ptr, i32, i32, ...) @make(ptr %p, i32 1, i32 2)
  %n2 = call ptr (ptr, i32, i32, ...) @make(ptr %p, i32 1, i32 2)
; NEAR: call i64 (i32, ...) @long(i32 %k)
  %n3 = call i64 (i32, ...) @long(i32 %k)
; NEAR: call i32 (i32, i32, ...) @narrow(i32 %k, i32 7)
  %n4 = call i32 (i32, i32, ...) @narrow(i32 %k, i32 7)
; NEAR: call i32 (i32, i32, ...) @narrow(i32 128, i32 7)
  %n5 = call i32 (i32, i32, ...) @narrow(i32 128, i32 7)
; NEAR: call float (double, ...) @single(double %d)
  %n6 = call float (double, ...) @single(double %d)
; NEAR: call double (i64, ...) @real(i64 %i)
  %n7 = call double (i64, ...) @real(i64 %i)
; NEAR: call i32 (ptr, ...) @valued(ptr %p)
  %n8 = call i32 (ptr, ...) @valued(ptr %p)
; NEAR: call i32 (i32, ...) @fast(i32 %k)
  %n9 = call i32 (i32, ...) @fast(i32 %k)
; NEAR: call i32 @many(i32 %k)
  %n10 = call i32 @many(i32 %k)
; A result that is not there.
  %q = add i32 %j, 1
  %r = add i64 %e, 1
; NEAR: %n11 = call i32 (...) @nothing()
  %n11 = call i32 (...) @nothing()
  %n12 = add i32 %n11, 1
  ret i32 %n12
}
