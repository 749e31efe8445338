; Dominator trees, post-dominator trees and their frontiers.
; RUN: lathe opt '--passes=ir-print<what=domtree>' %s | FileCheck %s --check-prefix=DOM --match-full-lines --strict-whitespace
; RUN: lathe opt '--passes=ir-print<what=postdomtree>' %s | FileCheck %s --check-prefix=POST --match-full-lines --strict-whitespace
; RUN: lathe opt '--passes=ir-print<what=domfrontier>' %s | FileCheck %s --check-prefix=DF --match-full-lines --strict-whitespace
; RUN: lathe opt '--passes=ir-print<what=postdomfrontier>' %s | FileCheck %s --check-prefix=PDF --match-full-lines --strict-whitespace

;      DOM:domtree @diamond
; DOM-NEXT:  %entry
; DOM-NEXT:    %then
; DOM-NEXT:    %else
; DOM-NEXT:    %join
;      POST:postdomtree @diamond
; POST-NEXT:  <exit>
; POST-NEXT:    %join
; POST-NEXT:      %entry
; POST-NEXT:      %then
; POST-NEXT:      %else
;      DF:domfrontier @diamond
; DF-NEXT:  %entry:
; DF-NEXT:  %then: %join
; DF-NEXT:  %else: %join
; DF-NEXT:  %join:
;      PDF:postdomfrontier @diamond
; PDF-NEXT:  %entry:
; PDF-NEXT:  %then: %entry
; PDF-NEXT:  %else: %entry
; PDF-NEXT:  %join:
define void @diamond(i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  br label %join
else:
  br label %join
join:
  ret void
}

; A loop, two ways out of it, and a block nobody reaches that jumps into it.
; DOM-NEXT:domtree @loop
; DOM-NEXT:  %entry
; DOM-NEXT:    %head
; DOM-NEXT:      %body
; DOM-NEXT:        %fail
; DOM-NEXT:      %exit
; POST-NEXT:postdomtree @loop
; POST-NEXT:  <exit>
; POST-NEXT:    %head
; POST-NEXT:      %entry
; POST-NEXT:    %body
; POST-NEXT:      %orphan
; POST-NEXT:    %exit
; POST-NEXT:    %fail
; DF-NEXT:domfrontier @loop
; DF-NEXT:  %entry:
; DF-NEXT:  %head: %head
; DF-NEXT:  %body: %head
; DF-NEXT:  %exit:
; DF-NEXT:  %fail:
; PDF-NEXT:postdomfrontier @loop
; PDF-NEXT:  %entry:
; PDF-NEXT:  %head: %body
; PDF-NEXT:  %body: %head
; PDF-NEXT:  %exit: %head
; PDF-NEXT:  %fail: %body
; PDF-NEXT:  %orphan:
define void @loop(i1 %c) {
entry:
  br label %head
head:
  br i1 %c, label %body, label %exit
body:
  br i1 %c, label %head, label %fail
exit:
  ret void
fail:
  unreachable
orphan:
  br label %body
}

; Two blocks that can be entered at either end: neither dominates the other.
; DOM-NEXT:domtree @irreducible
; DOM-NEXT:  %entry
; DOM-NEXT:    %a
; DOM-NEXT:    %b
; DOM-NEXT:      %end
; POST-NEXT:postdomtree @irreducible
; POST-NEXT:  <exit>
; POST-NEXT:    %end
; POST-NEXT:      %b
; POST-NEXT:        %entry
; POST-NEXT:        %a
; DF-NEXT:domfrontier @irreducible
; DF-NEXT:  %entry:
; DF-NEXT:  %a: %b
; DF-NEXT:  %b: %a
; DF-NEXT:  %end:
; PDF-NEXT:postdomfrontier @irreducible
; PDF-NEXT:  %entry:
; PDF-NEXT:  %a: %entry %b
; PDF-NEXT:  %b: %b
; PDF-NEXT:  %end:
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

; Two endless loops; %c2 leads into the second one, so only its last block stands for an end.
; DOM-NEXT:domtree @endless
; DOM-NEXT:  %entry
; DOM-NEXT:    %a
; DOM-NEXT:    %b
; DOM-NEXT:      %c2
; DOM-NEXT:        %d
; DOM-NEXT:          %d2
; POST-NEXT:postdomtree @endless
; POST-NEXT:  <exit>
; POST-NEXT:    %entry
; POST-NEXT:    %a
; POST-NEXT:    %d2
; POST-NEXT:      %d
; POST-NEXT:        %c2
; POST-NEXT:          %b
; DF-NEXT:domfrontier @endless
; DF-NEXT:  %entry:
; DF-NEXT:  %a: %a
; DF-NEXT:  %b: %b
; DF-NEXT:  %c2: %b
; DF-NEXT:  %d: %d
; DF-NEXT:  %d2: %d
; PDF-NEXT:postdomfrontier @endless
; PDF-NEXT:  %entry:
; PDF-NEXT:  %a: %entry %a
; PDF-NEXT:  %b: %entry %c2
; PDF-NEXT:  %c2: %entry %c2
; PDF-NEXT:  %d: %entry %d2
; PDF-NEXT:  %d2: %entry %d2
define void @endless(i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  br label %a
b:
  br label %c2
c2:
  br i1 %c, label %b, label %d
d:
  br label %d2
d2:
  br label %d
}

; One way ends, the other does not: the return alone does not post-dominate the entry.
; DOM-NEXT:domtree @half
; DOM-NEXT:  %entry
; DOM-NEXT:    %spin
; DOM-NEXT:      %spin2
; DOM-NEXT:    %end
; POST-NEXT:postdomtree @half
; POST-NEXT:  <exit>
; POST-NEXT:    %entry
; POST-NEXT:    %spin2
; POST-NEXT:      %spin
; POST-NEXT:    %end
; DF-NEXT:domfrontier @half
; DF-NEXT:  %entry:
; DF-NEXT:  %spin: %spin
; DF-NEXT:  %spin2: %spin
; DF-NEXT:  %end:
; PDF-NEXT:postdomfrontier @half
; PDF-NEXT:  %entry:
; PDF-NEXT:  %spin: %entry %spin %spin2
; PDF-NEXT:  %spin2: %entry %spin2
; PDF-NEXT:  %end: %entry
define void @half(i1 %c) {
entry:
  br i1 %c, label %spin, label %end
spin:
  br i1 %c, label %spin, label %spin2
spin2:
  br label %spin
end:
  ret void
}
