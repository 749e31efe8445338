; RUN: lathe opt --passes='hir-canonicalize<nests>' %s -o - | FileCheck %s
; Before a nest stands what several places have loaded, once; not past what may write it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare void @any()
declare void @tidy()
declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define i32 @joined(
; CHECK: load i32, ptr %bound
; CHECK-NOT: load i32, ptr %bound
; CHECK: ret i32
define i32 @joined(ptr %bound, ptr %a) {
entry:
  %before = load i32, ptr %bound, align 4
  br label %next
next:
  %after = load i32, ptr %bound, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %next ], [ %i.next, %loop ]
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 %before, ptr %p, align 4
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %after
  br i1 %more, label %loop, label %end
end:
  ret i32 %after
}

; CHECK-LABEL: define i32 @invoked(
; CHECK: load i32, ptr %bound
; CHECK: invoke void @any()
; CHECK: load i32, ptr %bound
; CHECK: ret i32
define i32 @invoked(ptr %bound, ptr %a) personality ptr @__gxx_personality_v0 {
entry:
  %before = load i32, ptr %bound, align 4
  invoke void @any() to label %next unwind label %thrown
next:
  %after = load i32, ptr %bound, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %next ], [ %i.next, %loop ]
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 %before, ptr %p, align 4
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %after
  br i1 %more, label %loop, label %end
end:
  ret i32 %after
thrown:
  %pad = landingpad { ptr, i32 } cleanup
  call void @tidy() nounwind
  resume { ptr, i32 } %pad
}

; CHECK-LABEL: define i32 @assembly(
; CHECK: load i32, ptr %bound
; CHECK: callbr void asm
; CHECK: load i32, ptr %bound
; CHECK: ret i32
define i32 @assembly(ptr %bound, ptr %a) {
entry:
  %before = load i32, ptr %bound, align 4
  callbr void asm sideeffect "", "r,!i,~{memory}"(ptr %bound) to label %next [label %out]
next:
  %after = load i32, ptr %bound, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %next ], [ %i.next, %loop ]
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 %before, ptr %p, align 4
  %i.next = add i32 %i, 1
  %more = icmp slt i32 %i.next, %after
  br i1 %more, label %loop, label %end
end:
  ret i32 %after
out:
  ret i32 %before
}
