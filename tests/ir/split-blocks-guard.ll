; A module with guards of its own is left alone.
; RUN: lathe opt --passes=ir-test-split-blocks %s -o - | FileCheck %s

declare void @llvm.experimental.guard(i1, ...)
; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"() ]
; CHECK-NEXT: ret void
define void @f(i1 %c) {
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"() ]
  ret void
}
