; A type annotation is true after a transform, or it is gone. Where fields move, it follows; where
; pointers become numbers, or objects are taken apart, nothing is left that it would be true of. An
; annotation about another struct, on an instruction that stays, stays in any case.
; RUN: lathe opt --passes='dtrans-test-annotations' %s | FileCheck %s --check-prefix=BEFORE
; RUN: lathe opt --passes='dtrans-pool<force;type=test01a>,dtrans-test-annotations' %s | FileCheck %s --check-prefix=GONE
; RUN: lathe opt --passes='dtrans-aos-to-soa<force;type=test01a>,dtrans-test-annotations' %s | FileCheck %s --check-prefix=GONE
; RUN: lathe opt --passes='dtrans-split<force;type=test01a>,dtrans-test-annotations' %s | FileCheck %s --check-prefix=GONE
; RUN: lathe opt --passes='dtrans-base-test<ptr-as-int>,dtrans-test-annotations' %s | FileCheck %s --check-prefix=NONE --allow-empty
; RUN: lathe opt --passes='dtrans-reorder-fields,dtrans-test-annotations' %s | FileCheck %s --check-prefix=FOLLOWS
; RUN: lathe opt --passes='dtrans-shuffle<seed=3>,dtrans-test-annotations' %s | FileCheck %s --check-prefix=FOLLOWS
; RUN: lathe opt --passes='dtrans-base-test,dtrans-test-annotations' %s | FileCheck %s --check-prefix=FOLLOWS

; BEFORE-DAG: %p dtrans-type level 1 of %struct.test01a
; BEFORE-DAG: %h dtrans-type level 2 of %struct.test01a
; BEFORE-DAG: %q dtrans-type level 1 of %struct.test01a
; BEFORE-DAG: %o dtrans-type level 1 of %struct.other

; GONE-NOT: test01a
; GONE: dtrans-type level 1 of %struct.other
; GONE-NOT: test01a

; NONE-NOT: dtrans-type

; FOLLOWS: %p dtrans-type level 1 of %__{{.*}}struct.test01a
; FOLLOWS: dtrans-type level 2 of %__{{.*}}struct.test01a
; FOLLOWS: %q dtrans-type level 1 of %__{{.*}}struct.test01a
; FOLLOWS: %o dtrans-type level 1 of %{{.*}}struct.other

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)

%struct.test01a = type { i8, i64, i8, ptr }
%struct.other = type { i8, i64, i8 }

define i32 @main(i32 %n, ptr %av) {
  %p = call ptr @malloc(i64 32), !dtrans-type !0
  %f = getelementptr %struct.test01a, ptr %p, i64 0, i32 1
  store i64 3, ptr %f
  %g = getelementptr %struct.test01a, ptr %p, i64 0, i32 3
  store ptr %p, ptr %g
  %h0 = getelementptr %struct.test01a, ptr %p, i64 0, i32 2
  store i8 4, ptr %h0
  %h = getelementptr i8, ptr %p, i64 24, !dtrans-type !1
  %q = load ptr, ptr %h, !dtrans-type !0
  %k = getelementptr %struct.test01a, ptr %q, i64 0, i32 2
  %b = load i8, ptr %k
  %v = load i64, ptr %f
  %o = call ptr @calloc(i64 1, i64 24), !dtrans-type !2
  %of = getelementptr %struct.other, ptr %o, i64 0, i32 1
  %og = getelementptr %struct.other, ptr %o, i64 0, i32 2
  store i64 %v, ptr %of
  store i8 %b, ptr %og
  %u = load i64, ptr %of
  %w = trunc i64 %u to i32
  %x = zext i8 %b to i32
  %y = add i32 %w, %x
  ret i32 %y
}

!0 = !{%struct.test01a zeroinitializer, i32 1}
!1 = !{%struct.test01a zeroinitializer, i32 2}
!2 = !{%struct.other zeroinitializer, i32 1}
