; Edges of indirectbr and callbr, and edges to exception pads, stay; the invoke's normal edge is
; split.
; RUN: lathe opt --passes=ir-test-split-edges %s -o - | FileCheck %s

declare void @g()
declare i32 @personality(...)
; CHECK-LABEL: define i32 @indirect(
define i32 @indirect(ptr %p) {
entry:
  ; CHECK: indirectbr ptr %p, [label %a, label %a]
  indirectbr ptr %p, [label %a, label %a]
a:
  ; CHECK: %q = phi i32 [ 0, %entry ], [ 0, %entry ]
  %q = phi i32 [ 0, %entry ], [ 0, %entry ]
  ret i32 %q
}
; CHECK-LABEL: define void @callbr(
define void @callbr() {
entry:
  ; CHECK: callbr void asm "", "!i"()
  ; CHECK-NEXT: to label %a [label %a]
  callbr void asm "", "!i"() to label %a [label %a]
a:
  ret void
}
; CHECK-LABEL: define void @invoke(
define void @invoke() personality ptr @personality {
  ; CHECK: invoke void @g()
  ; CHECK-NEXT: to label %edge unwind label %pad
  invoke void @g() to label %ok unwind label %pad
; CHECK: edge:
; CHECK-NEXT: br label %ok
ok:
  ret void
pad:
  %e = landingpad { ptr, i32 } cleanup
  ret void
}
