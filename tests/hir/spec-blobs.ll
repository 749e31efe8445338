; The example for blobs: casts and products inside of them, a blob as the coefficient of an IV.
; RUN: lathe hir --as-is %s | FileCheck %s

; CHECK:      + DO i1 = 0, 3, 1   <DO_LOOP>
; CHECK-NEXT: |   + DO i2 = 0, 199, 1   <DO_LOOP>
; CHECK-NEXT: |   |   %x1 = (@b)[0][i1 + %i][i2][0];
; CHECK-NEXT: |   |   %x4 = trunc(2 * i2);
; CHECK-NEXT: |   |   + DO i3 = 0, 49, 1   <DO_LOOP>
; CHECK-NEXT: |   |   |   (@c)[0][i1 + %i + 1][2 * i2 + 5][2 * sext((3 * %x1)) * i3 + 6] = 1;
; CHECK-NEXT: |   |   |   (@c)[0][i1 + %i + 1][(%x1 * %x4) + 4][6 * i3] = 3;
; CHECK-NEXT: |   |   + END LOOP
; CHECK-NEXT: |   + END LOOP
; CHECK-NEXT: + END LOOP

@b = global [20 x [200 x [4 x i32]]] zeroinitializer
@c = global [20 x [500 x [400 x i32]]] zeroinitializer

define void @f(i64 %i) {
entry:
  br label %one

one:
  %i1 = phi i64 [ 0, %entry ], [ %i1.next, %one.end ]
  %row = add i64 %i1, %i
  %row1 = add i64 %row, 1
  br label %two

two:
  %i2 = phi i64 [ 0, %one ], [ %i2.next, %two.end ]
  %pb = getelementptr inbounds [20 x [200 x [4 x i32]]], ptr @b, i64 0, i64 %row, i64 %i2, i64 0
  %x1 = load i32, ptr %pb
  %twice = shl i64 %i2, 1
  %x4 = trunc i64 %twice to i32
  %column = add i64 %twice, 5
  %three = mul i32 %x1, 3
  %wide = sext i32 %three to i64
  %double = shl i64 %wide, 1
  %product = mul i32 %x1, %x4
  %product4 = add i32 %product, 4
  br label %inner

inner:
  %i3 = phi i64 [ 0, %two ], [ %i3.next, %inner ]
  %scaled = mul i64 %double, %i3
  %place = add i64 %scaled, 6
  %p = getelementptr inbounds [20 x [500 x [400 x i32]]], ptr @c, i64 0, i64 %row1, i64 %column, i64 %place
  store i32 1, ptr %p
  %six = mul i64 %i3, 6
  %q = getelementptr inbounds [20 x [500 x [400 x i32]]], ptr @c, i64 0, i64 %row1, i32 %product4, i64 %six
  store i32 3, ptr %q
  %i3.next = add nuw nsw i64 %i3, 1
  %again3 = icmp ne i64 %i3.next, 50
  br i1 %again3, label %inner, label %two.end

two.end:
  %i2.next = add nuw nsw i64 %i2, 1
  %again2 = icmp ne i64 %i2.next, 200
  br i1 %again2, label %two, label %one.end

one.end:
  %i1.next = add nuw nsw i64 %i1, 1
  %again1 = icmp ne i64 %i1.next, 4
  br i1 %again1, label %one, label %exit

exit:
  ret void
}
