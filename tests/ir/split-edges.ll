; Edges: conditional branches with both arms to one block, switches with several edges to one.
; RUN: lathe opt --passes=ir-test-split-edges %s -o - | FileCheck %s

; CHECK-LABEL: define i32 @both(
define i32 @both(i1 %c) {
entry:
  ; CHECK: br i1 %c, label %[[A:edge[0-9]*]], label %[[B:edge[0-9]*]]
  br i1 %c, label %out, label %out
; CHECK-DAG: {{^}}[[A]]:
; CHECK-DAG: {{^}}[[B]]:
; CHECK: out:
; CHECK-NEXT: %p = phi i32 [ 1, %[[A]] ], [ 1, %[[B]] ]
out:
  %p = phi i32 [ 1, %entry ], [ 1, %entry ]
  ret i32 %p
}
; CHECK-LABEL: define float @cases(
define float @cases(i32 %n, float %x) {
entry:
  ; CHECK: switch i32 %n, label %[[D:edge[0-9]*]] [
  ; CHECK-NEXT: i32 1, label %[[E1:edge[0-9]*]]
  ; CHECK-NEXT: i32 2, label %[[E2:edge[0-9]*]]
  ; CHECK-NEXT: i32 3, label %[[E3:edge[0-9]*]]
  ; CHECK-NEXT: ], !prof ![[P:[0-9]+]]
  switch i32 %n, label %out [
    i32 1, label %out
    i32 2, label %mid
    i32 3, label %out
  ], !prof !0
mid:
  ; CHECK: mid:
  ; CHECK-NEXT: br label %[[M:edge[0-9]*]]
  br label %out
out:
  ; CHECK: %p = phi nnan float [ %x, %[[D]] ], [ %x, %[[E1]] ], [ 2.000000e+00, %[[M]] ], [ %x, %[[E3]] ]
  %p = phi nnan float [ %x, %entry ], [ %x, %entry ], [ 2.0, %mid ], [ %x, %entry ]
  ; CHECK: %q = phi i32 [ 0, %[[D]] ], [ 0, %[[E1]] ], [ 1, %[[M]] ], [ 0, %[[E3]] ], !m ![[P]]
  %q = phi i32 [ 0, %entry ], [ 0, %entry ], [ 1, %mid ], [ 0, %entry ], !m !0
  ret float %p
}
; CHECK-LABEL: define i32 @loop(
define i32 @loop(i32 %n) {
entry:
  br label %body
body:
  ; CHECK: %i = phi i32 [ 0, %{{edge[0-9]*}} ], [ %next, %[[BACK:edge[0-9]*]] ]
  ; CHECK: %keep = phi i32 [ %n, %{{edge[0-9]*}} ], [ %keep, %[[BACK]] ]
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %keep = phi i32 [ %n, %entry ], [ %keep, %body ]
  %next = add i32 %i, 1
  %c = icmp ult i32 %next, %keep
  ; CHECK: br i1 %c, label %[[BACK]], label %{{edge[0-9]*}}, !llvm.loop
  br i1 %c, label %body, label %out, !llvm.loop !1
out:
  ret i32 %i
}
; CHECK: ![[P]] = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!0 = !{!"branch_weights", i32 1, i32 2, i32 3, i32 4}
!1 = distinct !{!1}
