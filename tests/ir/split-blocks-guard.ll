; A module with guards of its own is split as any other.
; RUN: lathe opt --passes=ir-test-split-blocks %s -o - | FileCheck %s

declare void @llvm.experimental.guard(i1, ...)
; CHECK-LABEL: define void @f(
; CHECK-NEXT: call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"() ]
; CHECK-NEXT: br label %1
; CHECK: 1:
; CHECK-NEXT: ret void
define void @f(i1 %c) {
  call void (i1, ...) @llvm.experimental.guard(i1 %c) [ "deopt"() ]
  ret void
}
