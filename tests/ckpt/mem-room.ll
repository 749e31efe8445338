; State that does not fit ckpt_mem fails the build, and says what is needed: 64 bytes of header and two
; halves. The size comes from the caller, from dereferenceable, or from the user.
; RUN: not lathe opt --passes=ckpt-inject %s -o %t.ll 2>&1 | FileCheck %s
; RUN: not ls %t.ll
; CHECK: error: small: ckpt_mem has 95 bytes, but 96 are needed
; RUN: sed 's/\[95 x i8\]/[96 x i8]/; s/dereferenceable(111)/dereferenceable(160)/' %s > %t.fits.ll
; RUN: lathe opt --passes=ckpt-inject %t.fits.ll -o - | FileCheck %s --check-prefix=FITS
; FITS: define {{.*}}@small
; FITS: small.restoreController
; RUN: sed 's/\[95 x i8\]/[96 x i8]/' %s > %t.second.ll
; RUN: not lathe opt --passes=ckpt-inject %t.second.ll -o %t.ll 2>&1 | FileCheck %s --check-prefix=SECOND
; SECOND: error: attribute: ckpt_mem has 111 bytes, but 112 are needed
; RUN: not lathe opt --passes='ckpt-inject<mem=plain:1:50>' %t.fits.ll -o %t.ll 2>&1 | FileCheck %s --check-prefix=SAID
; RUN: not lathe ckpt --ckpt-mem=plain:1:50 %t.fits.ll -o %t.ll 2>&1 | FileCheck %s --check-prefix=SAID
; SAID: error: plain: ckpt_mem has 50 bytes, but 96 are needed

@memory = global [95 x i8] zeroinitializer
declare void @checkpoint()

define i32 @caller() {
  %r = call i32 @small(i32 1, ptr @memory)
  ret i32 %r
}

define internal i32 @small(i32 %x, ptr %ckpt_mem) {
  call void @checkpoint()
  ret i32 %x
}

define i64 @attribute(i32 %x, i64 %y, ptr dereferenceable(111) %ckpt_mem) {
  call void @checkpoint()
  %z = zext i32 %x to i64
  %s = add i64 %y, %z
  ret i64 %s
}

define i32 @plain(i32 %x, ptr %memory) {
  call void @checkpoint()
  ret i32 %x
}
