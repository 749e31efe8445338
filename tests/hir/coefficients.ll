; Coefficients are kept modulo 2^width. Flags say that values are sums as numbers, but that is not the
; sum with the coefficients that are left: extensions must stay around it then. Each function is run.
;
; RUN: lathe hir --as-is --verbose --quiet %s | FileCheck %s
; RUN: lathe opt --passes=hir-test-check %s -o %t.bc
; RUN: clang -w -O0 %t.bc %tests/hir/Inputs/check_runtime.c -o %t.exe
; RUN: not %t.exe 2>&1 | FileCheck --check-prefix=RAN %s
; RUN: %python %tests/hir/Inputs/check.py %s | FileCheck --check-prefix=DONE %s
; RAN: hir check: {{[1-9][0-9]+}} checks, 0 wrong
; DONE: checks, none wrong

target datalayout = "e-m:e-p:64:64-i64:64-n8:16:32:64"
target triple = "x86_64-pc-linux-gnu"

@sum = global i64 0
define void @use(i64 %x) noinline {
  %old = load volatile i64, ptr @sum
  %new = add i64 %old, %x
  store volatile i64 %new, ptr @sum
  ret void
}

; 100 + 100 is -56.
; CHECK-LABEL: FUNCTION sums
; CHECK:       @use(sext.i8.i64(i1 + %x + -56));
; CHECK:       @use(zext.i8.i64(i1 + %k0 + -56));
; CHECK:       @use(i1 + sext.i8.i64(%x) + 100);
define void @sums(i8 %x, i8 %n, i8 %k0) noinline {
entry:
  br label %loop
loop:
  %i = phi i8 [ %x, %entry ], [ %i.next, %loop ]
  %k = phi i8 [ %k0, %entry ], [ %k.next, %loop ]
  %a = add nsw i8 %i, 100
  %b = add nsw i8 %a, 100
  %s = sext i8 %b to i64
  call void @use(i64 %s)
  %c = add nuw i8 %k, 100
  %d = add nuw i8 %c, 100
  %z = zext i8 %d to i64
  call void @use(i64 %z)
  %near = sext i8 %a to i64
  call void @use(i64 %near)
  %i.next = add nsw i8 %i, 1
  %k.next = add nuw i8 %k, 1
  %more = icmp slt i8 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; 100 * 3 is 44.
; CHECK-LABEL: FUNCTION products
; CHECK:       @use(sext.i8.i64(44 * %a * i1));
; CHECK:       @use(sext.i8.i64(112 * i1 + 100));
define void @products(i8 %a, i8 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %i.next, %loop ]
  %p = mul nsw i8 %i, 100
  %q = mul nsw i8 %a, 3
  %r = mul nsw i8 %p, %q
  %s = sext i8 %r to i64
  call void @use(i64 %s)
  %t = mul nsw i8 %i, 72
  %u = sub nsw i8 50, %t
  %v = mul nsw i8 %u, 2
  %w = sext i8 %v to i64
  call void @use(i64 %w)
  %i.next = add nsw i8 %i, 1
  %more = icmp slt i8 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; The negative of -128 is -128.
; CHECK-LABEL: FUNCTION minus
; CHECK:       @use(sext.i8.i64(-128 * i1 + %x));
define void @minus(i8 %x) noinline {
entry:
  br label %loop
loop:
  %i = phi i8 [ %x, %entry ], [ %i.next, %loop ]
  %s = sext i8 %i to i64
  call void @use(i64 %s)
  %i.next = sub nsw i8 %i, -128
  %more = icmp slt i8 %i.next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A step that is subtracted and may be the least number: its negative is right once it is extended.
; CHECK-LABEL: FUNCTION minus_step
; CHECK:       @use(-1 * sext.i8.i64(%by) * i1 + sext.i8.i64(%x));
; CHECK:       @use(-1 * zext.i8.i64(%less) * i1 + zext.i8.i64(%y));
define void @minus_step(i8 %x, i8 %by, i8 %y, i8 %less) noinline {
entry:
  br label %loop
loop:
  %i = phi i8 [ %x, %entry ], [ %i.next, %loop ]
  %k = phi i8 [ %y, %entry ], [ %k.next, %loop ]
  %s = sext i8 %i to i64
  call void @use(i64 %s)
  %z = zext i8 %k to i64
  call void @use(i64 %z)
  %i.next = sub nsw i8 %i, %by
  %k.next = sub nuw i8 %k, %less
  %more = icmp slt i8 %i.next, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Bits that a truncation takes off the coefficients.
; CHECK-LABEL: FUNCTION narrow
; CHECK:       @use(sext.i8.i64(-128 * i1 + -128 * i2));
define void @narrow(i64 %n) noinline {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k.next, %skip ]
  %same = icmp eq i64 %i, %k
  br i1 %same, label %check, label %skip
check:
  %x = mul nsw i64 %i, 128
  %y = mul nsw i64 %k, 128
  %d = sub nsw i64 %x, %y
  %t = trunc nsw i64 %d to i8
  %s = sext i8 %t to i64
  call void @use(i64 %s)
  br label %skip
skip:
  %k.next = add nuw nsw i64 %k, 1
  %m = icmp ult i64 %k.next, %n
  br i1 %m, label %inner, label %latch
latch:
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %outer, label %done
done:
  ret void
}

define i32 @main() {
  call void @sums(i8 -120, i8 -110, i8 5)
  call void @products(i8 0, i8 2)
  call void @minus(i8 -128)
  call void @minus(i8 -3)
  call void @minus_step(i8 -5, i8 -128, i8 200, i8 100)
  call void @minus_step(i8 -128, i8 -30, i8 255, i8 50)
  call void @narrow(i64 5)
  %r = load volatile i64, ptr @sum
  %t = trunc i64 %r to i32
  %u = and i32 %t, 127
  ret i32 %u
}
