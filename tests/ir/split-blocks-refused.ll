; No block begins with a PHI or a landing pad, or between a musttail call and its return.
; RUN: lathe opt --passes=ir-test-split-blocks %s -o - | FileCheck %s

declare void @g()
declare i32 @personality(...)
; CHECK-LABEL: define void @musttail()
; CHECK-NEXT: musttail call void @g()
; CHECK-NEXT: ret void
define void @musttail() {
  musttail call void @g()
  ret void
}
; CHECK-LABEL: define i32 @pads(
define i32 @pads(i32 %n) personality ptr @personality {
entry:
  invoke void @g() to label %ok unwind label %pad
ok:
  ret i32 0
; CHECK: pad:
; CHECK-NEXT: %a = phi i32 [ %n, %entry.split ]
; CHECK-NEXT: %b = phi i32 [ 1, %entry.split ]
; CHECK-NEXT: %e = landingpad { ptr, i32 }
; CHECK-NEXT: cleanup
; CHECK-NEXT: br label %pad.split
; CHECK: pad.split:
; CHECK-NEXT: resume { ptr, i32 } %e
pad:
  %a = phi i32 [ %n, %entry ]
  %b = phi i32 [ 1, %entry ]
  %e = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %e
}
