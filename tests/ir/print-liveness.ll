; Live values at the borders of blocks.
; RUN: lathe opt '--passes=ir-print<what=liveness>' %s | FileCheck %s --match-full-lines --strict-whitespace

; %t lives in its block only and appears nowhere; %unused is not live at all.
;      CHECK:liveness @straight
; CHECK-NEXT:  %0 | in %x | out
define i32 @straight(i32 %x, i32 %unused) {
  %t = add i32 %x, 1
  %u = mul i32 %t, %t
  ret i32 %u
}

; A PHI reads on the edge: %a is live out of %then but not into %join; %r is not live into %join.
; CHECK-NEXT:liveness @phi
; CHECK-NEXT:  %entry | in %c %x | out %x
; CHECK-NEXT:  %then | in %x | out %a
; CHECK-NEXT:  %else | in %x | out %b
; CHECK-NEXT:  %join | in | out %r
; CHECK-NEXT:  %end | in %r | out
define i32 @phi(i1 %c, i32 %x) {
entry:
  br i1 %c, label %then, label %else
then:
  %a = add i32 %x, 1
  br label %join
else:
  %b = add i32 %x, 2
  br label %join
join:
  %r = phi i32 [ %a, %then ], [ %b, %else ]
  br label %end
end:
  ret i32 %r
}

; The PHI operand %x is live out of the entry for the edge to %join alone, not through %mid.
; CHECK-NEXT:liveness @edge
; CHECK-NEXT:  %entry | in %c %x | out %x
; CHECK-NEXT:  %mid | in | out
; CHECK-NEXT:  %join | in | out
define i32 @edge(i1 %c, i32 %x) {
entry:
  br i1 %c, label %mid, label %join
mid:
  br label %join
join:
  %r = phi i32 [ %x, %entry ], [ 7, %mid ]
  ret i32 %r
}

; Around a loop: %n lives through it, %next goes from the latch to the PHI, unnamed %0 is the sum.
; CHECK-NEXT:liveness @loop
; CHECK-NEXT:  %entry | in %n | out %n
; CHECK-NEXT:  %head | in %n | out %n %i %0
; CHECK-NEXT:  %body | in %n %i | out %n %next
; CHECK-NEXT:  %exit | in %0 | out
define i32 @loop(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %0 = add i32 %i, %n
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit
body:
  %next = add i32 %i, 1
  br label %head
exit:
  ret i32 %0
}

; A PHI that reads its own block's value from the iteration before, in a block of its own.
; CHECK-NEXT:liveness @self
; CHECK-NEXT:  %entry | in %c | out %c
; CHECK-NEXT:  %head | in %c | out %c %p %q
; CHECK-NEXT:  %exit | in %p | out
define i32 @self(i1 %c) {
entry:
  br label %head
head:
  %p = phi i32 [ 0, %entry ], [ %q, %head ]
  %q = add i32 %p, 1
  br i1 %c, label %head, label %exit
exit:
  ret i32 %p
}

; Both ends of an irreducible cycle keep %x for the way out.
; CHECK-NEXT:liveness @irreducible
; CHECK-NEXT:  %entry | in %c %x | out %c %x
; CHECK-NEXT:  %a | in %c %x | out %c %x
; CHECK-NEXT:  %b | in %c %x | out %c %x
; CHECK-NEXT:  %end | in %x | out
define i32 @irreducible(i1 %c, i32 %x) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br i1 %c, label %a, label %end
end:
  ret i32 %x
}

; An unreachable block may use its own value before it is made, and read anything else.
; CHECK-NEXT:liveness @unreachable
; CHECK-NEXT:  %entry | in %x | out %y
; CHECK-NEXT:  %u | in %y | out %y %z
; CHECK-NEXT:  %u2 | in %y %z | out %y
; CHECK-NEXT:  %end | in %y | out
define i32 @unreachable(i32 %x) {
entry:
  %y = add i32 %x, 1
  br label %end
u:
  %z = add i32 %z, %y
  br label %u2
u2:
  store i32 %z, ptr null
  br label %u
end:
  ret i32 %y
}
