; Natural loops, irreducible regions, and the top-level cycles made of both.
; RUN: lathe opt '--passes=ir-print<what=loops>' %s | FileCheck %s --check-prefix=LOOP --match-full-lines --strict-whitespace
; RUN: lathe opt '--passes=ir-print<what=cycles>' %s | FileCheck %s --check-prefix=CYCLE --match-full-lines --strict-whitespace

; Two levels; the inner loop leaves both at once through %out. Only the outer has a preheader,
; since %outer also branches elsewhere.
;      LOOP:loops @nest
; LOOP-NEXT:  loop %outer depth 1 preheader %entry | blocks %outer %latch %inner %inner2 | latches %latch | exiting %inner %latch | exits %out %end
; LOOP-NEXT:    loop %inner depth 2 | blocks %inner %inner2 | latches %inner2 | exiting %inner %inner2 | exits %latch %out
;      CYCLE:cycles @nest
; CYCLE-NEXT:  reducible | entries %outer | blocks %outer %latch %inner %inner2
define void @nest(i1 %c) {
entry:
  br label %outer
outer:
  br i1 %c, label %inner, label %latch
inner:
  br i1 %c, label %inner2, label %out
inner2:
  br i1 %c, label %inner, label %latch
latch:
  br i1 %c, label %outer, label %end
out:
  br label %end
end:
  ret void
}

; Two latches make one loop. The entry branches around it: no preheader.
; LOOP-NEXT:loops @latches
; LOOP-NEXT:  loop %head depth 1 | blocks %head %b %a | latches %a %b | exiting %head | exits %end
; CYCLE-NEXT:cycles @latches
; CYCLE-NEXT:  reducible | entries %head | blocks %head %b %a
define void @latches(i32 %x) {
entry:
  switch i32 %x, label %end [ i32 0, label %head ]
head:
  switch i32 %x, label %end [
    i32 0, label %a
    i32 1, label %b
    i32 2, label %a
  ]
a:
  br label %head
b:
  br label %head
end:
  ret void
}

; An unreachable block that jumps to the header is in no loop, but takes away the preheader.
; LOOP-NEXT:loops @orphan
; LOOP-NEXT:  loop %head depth 1 | blocks %head | latches %head | exiting %head | exits %end
; CYCLE-NEXT:cycles @orphan
; CYCLE-NEXT:  reducible | entries %head | blocks %head
define void @orphan(i1 %c) {
entry:
  br label %head
head:
  br i1 %c, label %head, label %end
end:
  ret void
orphan:
  br label %head
}

; LOOP-NEXT:loops @forever
; LOOP-NEXT:  loop %self depth 1 preheader %entry | blocks %self | latches %self | exiting | exits
; CYCLE-NEXT:cycles @forever
; CYCLE-NEXT:  reducible | entries %self | blocks %self
define void @forever() {
entry:
  br label %self
self:
  br label %self
}

; The classic: two entries.
; LOOP-NEXT:loops @irreducible
; LOOP-NEXT:  irreducible | entries %a %b | blocks %a %b
; CYCLE-NEXT:cycles @irreducible
; CYCLE-NEXT:  irreducible | entries %a %b | blocks %a %b
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

; A natural loop inside an irreducible region is still a loop, but no cycle of its own.
; LOOP-NEXT:loops @loop_inside
; LOOP-NEXT:  loop %a depth 1 | blocks %a | latches %a | exiting %a | exits %b
; LOOP-NEXT:  irreducible | entries %a %b | blocks %a %b
; CYCLE-NEXT:cycles @loop_inside
; CYCLE-NEXT:  irreducible | entries %a %b | blocks %a %b
define void @loop_inside(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br i1 %c, label %a, label %b
b:
  br i1 %c, label %a, label %end
end:
  ret void
}

; An irreducible region inside a natural loop: the top-level cycle is reducible.
; LOOP-NEXT:loops @region_inside
; LOOP-NEXT:  loop %head depth 1 preheader %entry | blocks %head %a %b %latch | latches %latch | exiting %latch | exits %end
; LOOP-NEXT:  irreducible in loop %head | entries %a %b | blocks %a %b
; CYCLE-NEXT:cycles @region_inside
; CYCLE-NEXT:  reducible | entries %head | blocks %head %a %b %latch
define void @region_inside(i1 %c) {
entry:
  br label %head
head:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br i1 %c, label %a, label %latch
latch:
  br i1 %c, label %head, label %end
end:
  ret void
}

; Three entries, one of them by a computed jump; %x and %y are two regions apart.
; LOOP-NEXT:loops @three
; LOOP-NEXT:  irreducible | entries %a %b %d | blocks %a %b %d
; LOOP-NEXT:  irreducible | entries %x %y | blocks %x %y
; CYCLE-NEXT:cycles @three
; CYCLE-NEXT:  irreducible | entries %a %b %d | blocks %a %b %d
; CYCLE-NEXT:  irreducible | entries %x %y | blocks %x %y
define void @three(ptr %p, i1 %c) {
entry:
  indirectbr ptr %p, [label %a, label %b, label %d, label %x, label %y]
a:
  br label %b
b:
  br i1 %c, label %d, label %x
d:
  br label %a
x:
  br i1 %c, label %y, label %end
y:
  br label %x
end:
  ret void
}

; A jump forward into a loop from a block that is dominated by nothing in it: near, but reducible.
; LOOP-NEXT:loops @not_irreducible
; LOOP-NEXT:  loop %b depth 1 | blocks %b %b2 | latches %b2 | exiting %b | exits %end
; CYCLE-NEXT:cycles @not_irreducible
; CYCLE-NEXT:  reducible | entries %b | blocks %b %b2
define void @not_irreducible(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  br i1 %c, label %b2, label %end
b2:
  br label %b
end:
  ret void
}

; LOOP-NEXT:loops @straight
; CYCLE-NEXT:cycles @straight
define void @straight() {
  ret void
}
