; RUN: lathe hir %s | FileCheck %s
; RUN: lathe opt --passes=hir-test-text %s | FileCheck --check-prefix=TEXT %s
; TEXT: 1 regions

target datalayout = "e-m:e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-pc-linux-gnu"

@data = global [4096 x i32] zeroinitializer

; Two subscripts of one dimension that cannot be added: each extends a sum that may wrap. The second
; GEP is the reference, the first one its base; neither is defined by itself.
; CHECK-LABEL: FUNCTION two_extensions
; CHECK:       %near = &(@data)[0][sext.i8.i64(-4 * i1 + %a)];
; CHECK-NEXT:  %old = (%near)[zext.i16.i64(3 * i1 + %b)];
; CHECK-NEXT:  (%near)[zext.i16.i64(3 * i1 + %b)] = %old + 1;
; CHECK-NOT:   &(%far)
define void @two_extensions(i8 %a, i16 %b) {
entry:
  br label %loop
loop:
  %i = phi i8 [ %a, %entry ], [ %i.next, %loop ]
  %k = phi i16 [ %b, %entry ], [ %k.next, %loop ]
  %x = sext i8 %i to i64
  %y = zext i16 %k to i64
  %near = getelementptr i32, ptr @data, i64 %x
  %far = getelementptr i32, ptr %near, i64 %y
  %old = load i32, ptr %far
  %new = add i32 %old, 1
  store i32 %new, ptr %far
  %i.next = add i8 %i, -4
  %k.next = add i16 %k, 3
  %more = icmp slt i32 %old, 9
  br i1 %more, label %loop, label %done
done:
  ret void
}
