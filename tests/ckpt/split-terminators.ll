; Every terminator with several successors is alone in a lower block, with the compare that only it
; uses; PHIs of the successors name the lower block.
; RUN: lathe opt --passes=ckpt-split %s -o - | FileCheck %s
; RUN: lathe opt --passes=ckpt-split,ckpt-split %s -o - | FileCheck %s

; CHECK-LABEL: define i32 @branch(
; CHECK: entry.upper:
; CHECK-NEXT: %y = add i32 %x, 1
; CHECK-NEXT: %z = mul i32 %y, 3
; CHECK-NEXT: br label %entry.lower
; CHECK: entry.lower:
; CHECK-NEXT: %c = icmp sgt i32 %y, 4
; CHECK-NEXT: br i1 %c, label %a, label %join
; CHECK: join:
; CHECK-NEXT: phi i32 [ %z, %entry.lower ], [ 7, %a ]
; CHECK-NOT: lower
define i32 @branch(i32 %x) {
entry:
  %y = add i32 %x, 1
  %c = icmp sgt i32 %y, 4
  %z = mul i32 %y, 3
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %r = phi i32 [ %z, %entry ], [ 7, %a ]
  ret i32 %r
}

; The compare is used elsewhere, so it stays above.
; CHECK-LABEL: define i1 @shared(
; CHECK: %c = fcmp olt float %x, 1.0
; CHECK-NEXT: br label %entry.lower
; CHECK: entry.lower:
; CHECK-NEXT: br i1 %c
define i1 @shared(float %x) {
entry:
  %c = fcmp olt float %x, 1.0
  br i1 %c, label %a, label %b
a:
  ret i1 %c
b:
  ret i1 true
}

; A condition that is no compare stays above.
; CHECK-LABEL: define i32 @switch(
; CHECK: loop.upper:
; CHECK-NEXT: %i = phi i64 [ 0, %entry ], [ %n, %loop.lower ], [ %n, %loop.lower ]
; CHECK-NEXT: %n = add i64 %i, 1
; CHECK-NEXT: br label %loop.lower
; CHECK: loop.lower:
; CHECK-NEXT: switch i64 %n, label %out [
; CHECK-NEXT: i64 1, label %loop.upper
; CHECK-NEXT: i64 2, label %loop.upper
; CHECK: out:
; CHECK-NEXT: phi i64 [ %i, %loop.lower ]
define i32 @switch() {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %n, %loop ], [ %n, %loop ]
  %n = add i64 %i, 1
  switch i64 %n, label %out [
    i64 1, label %loop
    i64 2, label %loop
  ]
out:
  %r = phi i64 [ %i, %loop ]
  %t = trunc i64 %r to i32
  ret i32 %t
}

; A switch on a compare: the compare is its only use.
; CHECK-LABEL: define void @switchcmp(
; CHECK: entry.lower:
; CHECK-NEXT: %c = icmp eq i8 %x, 0
; CHECK-NEXT: switch i1 %c
define void @switchcmp(i8 %x) {
entry:
  %c = icmp eq i8 %x, 0
  call void @f()
  switch i1 %c, label %a [ i1 true, label %b ]
a:
  ret void
b:
  ret void
}

; CHECK-LABEL: define void @indirect(
; CHECK: go.lower:
; CHECK-NEXT: indirectbr ptr %p, [label %go.upper, label %out]
@table = global ptr blockaddress(@indirect, %go)
define void @indirect() {
entry:
  br label %go
go:
  %p = load ptr, ptr @table
  indirectbr ptr %p, [label %go, label %out]
out:
  ret void
}

; CHECK-LABEL: define i32 @invoked(
; CHECK: entry.upper:
; CHECK-NEXT: call void @f()
; CHECK-NEXT: br label %entry.lower
; CHECK: entry.lower:
; CHECK-NEXT: %v = invoke i32 @g()
; CHECK-NEXT: to label %ok unwind label %bad
declare void @f()
declare i32 @g()
declare i32 @__gxx_personality_v0(...)
define i32 @invoked() personality ptr @__gxx_personality_v0 {
entry:
  call void @f()
  %v = invoke i32 @g() to label %ok unwind label %bad
ok:
  ret i32 %v
bad:
  %e = landingpad { ptr, i32 } cleanup
  ret i32 1
}

; CHECK-LABEL: define void @asmgoto(
; CHECK: entry.lower:
; CHECK-NEXT: callbr void asm
define void @asmgoto() {
entry:
  call void @f()
  callbr void asm sideeffect "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}

; Unnamed blocks are named after their number.
; CHECK-LABEL: define void @unnamed(
; CHECK: bb1.upper:
; CHECK: bb1.lower:
; CHECK-NEXT: br i1 %0
define void @unnamed(i1 %0) {
  br i1 %0, label %2, label %3
2:
  ret void
3:
  ret void
}

; One successor, and none.
; CHECK-LABEL: define void @straight(
; CHECK-NOT: upper
define void @straight() {
entry:
  br label %next
next:
  ret void
}
