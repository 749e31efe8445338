; What a mapped pointer's places said of pointers does not hold of integers: attributes of changed
; parameters and results, what functions say of memory behind arguments, facts about loaded
; pointers. What is said of other parameters stays.
; RUN: lathe opt --passes='dtrans-test-hooks<pointers>' %s -o - | FileCheck %s

; CHECK-LABEL: define i32 @main(
; CHECK: %x = load i64, ptr %f, align 8, !tbaa
; CHECK-NOT: !nonnull
; CHECK-NOT: !dereferenceable
; CHECK-NOT: !align
; CHECK: call i64 @pick(i64 {{%[0-9]+}}, i64 {{%[0-9]+}}, ptr nonnull dereferenceable(4) %n) [[FN:#[0-9]+]]
; CHECK: define internal i64 @pick(i64 %a, i64 %b, ptr noalias readonly %n) [[FN]]
; CHECK: define internal void @copy(ptr byval(%__DTH_struct.s) align 8 %s, ptr sret(%__DTH_struct.s) %r)
; CHECK: attributes [[FN]] = { nounwind }

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, ptr }

declare noalias ptr @malloc(i64)

define i32 @main(i32 %argc, ptr %argv) {
  %p = call ptr @malloc(i64 16)
  %n = call ptr @malloc(i64 4)
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 1
  store ptr %p, ptr %f, !tbaa !1
  %x = load ptr, ptr %f, align 8, !tbaa !1, !nonnull !0, !dereferenceable !4, !align !5
  %q = call nonnull ptr @pick(ptr nonnull %p, ptr align 8 %x, ptr nonnull dereferenceable(4) %n) nounwind memory(argmem: read)
  %g = getelementptr %struct.s, ptr %q, i32 0, i32 0
  store i32 1, ptr %g
  %l = alloca %struct.s
  call void @copy(ptr byval(%struct.s) align 8 %q, ptr sret(%struct.s) %l)
  ret i32 0
}

define internal nonnull ptr @pick(ptr noalias dereferenceable(16) %a, ptr captures(none) %b, ptr noalias readonly %n) nounwind memory(argmem: read) {
  %v = load i32, ptr %n
  %c = icmp eq i32 %v, 0
  %r = select i1 %c, ptr %a, ptr %b
  ret ptr %r
}

define internal void @copy(ptr byval(%struct.s) align 8 %s, ptr sret(%struct.s) %r) {
  %f = getelementptr %struct.s, ptr %s, i32 0, i32 0
  %v = load i32, ptr %f
  %g = getelementptr %struct.s, ptr %r, i32 0, i32 0
  store i32 %v, ptr %g
  ret void
}

!0 = !{}
!1 = !{!2, !2, i64 0}
!2 = !{!"any pointer", !3}
!3 = !{!"Simple C/C++ TBAA"}
!4 = !{i64 16}
!5 = !{i64 8}
