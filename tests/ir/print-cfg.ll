; Blocks in function order with their place in reverse post-order, successors as the terminator
; names them (duplicates kept), and predecessors by block order.
; RUN: lathe opt '--passes=ir-print<what=cfg>' %s | FileCheck %s --strict-whitespace --match-full-lines

; A single block, and unnamed values before it: the block is number 2.
;      CHECK:cfg @single
; CHECK-NEXT:  %2 [0] -> | <-
define i32 @single(i32, i32) {
  %a = add i32 %0, %1
  ret i32 %a
}

; Two cases share a target, the default shares it too: three edges.
; CHECK-NEXT:cfg @twice
; CHECK-NEXT:  %entry [0] -> %join %join %other %join | <-
; CHECK-NEXT:  %other [1] -> %join | <- %entry
; CHECK-NEXT:  %join [2] -> | <- %entry %entry %entry %other
define void @twice(i32 %x) {
entry:
  switch i32 %x, label %join [
    i32 1, label %join
    i32 2, label %other
    i32 3, label %join
  ]
other:
  br label %join
join:
  ret void
}

; Unreachable blocks have edges but no place in the order, also when they form a cycle.
; CHECK-NEXT:cfg @unreachable
; CHECK-NEXT:  %entry [0] -> %end | <-
; CHECK-NEXT:  %u [unreachable] -> %v | <- %v
; CHECK-NEXT:  %v [unreachable] -> %u %end | <- %u
; CHECK-NEXT:  %end [1] -> | <- %entry %v
define void @unreachable(i1 %c) {
entry:
  br label %end
u:
  br label %v
v:
  br i1 %c, label %u, label %end
end:
  ret void
}

; CHECK-NEXT:cfg @indirect
; CHECK-NEXT:  %entry [0] -> %a %b %a | <-
; CHECK-NEXT:  %a [1] -> %b | <- %entry %entry
; CHECK-NEXT:  %b [2] -> %entry.1 | <- %entry %a
; CHECK-NEXT:  %entry.1 [3] -> %entry.1 %c | <- %b %entry.1
; CHECK-NEXT:  %c [4] -> | <- %entry.1
define void @indirect(ptr %p, i1 %x) {
entry:
  indirectbr ptr %p, [label %a, label %b, label %a]
a:
  br label %b
b:
  br label %entry.1
entry.1:
  br i1 %x, label %entry.1, label %c
c:
  ret void
}

; Names that need quotes are printed as LLVM prints them; @ as well.
; CHECK-NEXT:cfg @"odd name"
; CHECK-NEXT:  %"a b" [0] -> %"1\22\\" | <-
; CHECK-NEXT:  %"1\22\\" [1] -> | <- %"a b"
define void @"odd name"() {
"a b":
  br label %"1\22\\"
"1\22\\":
  ret void
}

declare void @nobody()
; CHECK-NOT:{{.}}
