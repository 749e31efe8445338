; Runs of each block per run of the function.
; RUN: lathe opt '--passes=ir-print<what=frequency>' %s | FileCheck %s --match-full-lines --strict-whitespace

; Nothing is known: both sides are alike.
;      CHECK:frequency @even
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %a: 0.5
; CHECK-NEXT:  %b: 1
define void @even(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  ret void
}

; The profile's weights count, 3 to 1, and so does the entry count.
; CHECK-NEXT:frequency @profile
; CHECK-NEXT:  runs 1000 (profile)
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %a: 0.75
; CHECK-NEXT:  %b: 1
define void @profile(i1 %c) !prof !0 {
entry:
  br i1 %c, label %a, label %b, !prof !1
a:
  br label %b
b:
  ret void
}

; Weights that a compiler marked as expected; a loop that turns ten times.
; CHECK-NEXT:frequency @turns
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %head: 10
; CHECK-NEXT:  %end: 1
define void @turns(i1 %c) {
entry:
  br label %head
head:
  br i1 %c, label %head, label %end, !prof !2
end:
  ret void
}

; Weights that are all zero say nothing.
; CHECK-NEXT:frequency @zero_weights
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %a: 0.5
; CHECK-NEXT:  %b: 0.75
; CHECK-NEXT:  %d: 1
define void @zero_weights(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b, !prof !3
a:
  switch i32 %x, label %b [ i32 1, label %d ]
b:
  br label %d
d:
  ret void
}

; A loop without a profile turns 32 times, one inside it 32 times as often.
; CHECK-NEXT:frequency @nest
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %outer: 32
; CHECK-NEXT:  %inner: 1024
; CHECK-NEXT:  %latch: 32
; CHECK-NEXT:  %end: 1
define void @nest(i1 %c) {
entry:
  br label %outer
outer:
  br label %inner
inner:
  br i1 %c, label %inner, label %latch
latch:
  br i1 %c, label %outer, label %end
end:
  ret void
}

; Ways to abort and to cold calls are unlikely; so is a null pointer.
; CHECK-NEXT:frequency @unlikely
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %fail: 9.53673e-07
; CHECK-NEXT:  %go: 1
; CHECK-NEXT:  %chill: 0.030303
; CHECK-NEXT:  %warm: 1
; CHECK-NEXT:  %none: 0.37037
; CHECK-NEXT:  %end: 1
define void @unlikely(i1 %c, ptr %p) {
entry:
  br i1 %c, label %fail, label %go
fail:
  call void @abort()
  br label %go
go:
  br i1 %c, label %warm, label %chill
chill:
  call void @slow()
  br label %warm
warm:
  %null = icmp eq ptr %p, null
  br i1 %null, label %none, label %end
none:
  br label %end
end:
  ret void
}

; Four ways, two of them to the same block.
; CHECK-NEXT:frequency @switch
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %a: 0.5
; CHECK-NEXT:  %b: 0.25
; CHECK-NEXT:  %d: 1
define void @switch(i32 %x) {
entry:
  switch i32 %x, label %a [
    i32 1, label %b
    i32 2, label %a
    i32 3, label %d
  ]
a:
  br label %d
b:
  br label %d
d:
  ret void
}

; The solution of b = 1/2 + a, a = 1/2 + b/2.
; CHECK-NEXT:frequency @irreducible
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %a: 1.5
; CHECK-NEXT:  %b: 2
; CHECK-NEXT:  %end: 1
define void @irreducible(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br i1 %c, label %a, label %end
end:
  ret void
}

; Endless loops turn often, but not forever, also when they nest or are irreducible.
; CHECK-NEXT:frequency @endless
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %a: 0.5
; CHECK-NEXT:  %b: 2048
; CHECK-NEXT:  %x: 0.5
; CHECK-NEXT:  %y: 31.75
; CHECK-NEXT:  %z: 32
define void @endless(i1 %c) {
entry:
  br i1 %c, label %a, label %x
a:
  br label %b
b:
  br i1 %c, label %b, label %a, !prof !4
x:
  br i1 %c, label %y, label %z
y:
  br label %z
z:
  br label %y
}

; What nobody reaches never runs.
; CHECK-NEXT:frequency @unreachable
; CHECK-NEXT:  runs 1
; CHECK-NEXT:  %entry: 1
; CHECK-NEXT:  %u: 0
define void @unreachable() {
entry:
  ret void
u:
  br label %u
}

declare void @abort() noreturn
declare void @slow() cold

!0 = !{!"function_entry_count", i64 1000}
!1 = !{!"branch_weights", i32 3, i32 1}
!2 = !{!"branch_weights", !"expected", i32 9, i32 1}
!3 = !{!"branch_weights", i32 0, i32 0}
!4 = !{!"branch_weights", i32 1, i32 0}
