; Marks of a kind that lathe does not know: made, listed with what they mark before and after fields
; have moved, and removed with all others.
; RUN: lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_MyOwnKind;own;text=mine;file=x.c;line=7>' %s -o %t.ll
; RUN: FileCheck %s --check-prefix=MADE < %t.ll
; RUN: lathe opt --passes='dtrans-marks,dtrans-reorder-fields,dtrans-marks' %t.ll -o %t.moved.ll | FileCheck %s --check-prefix=MARKS
; RUN: lathe opt --passes='dtrans-strip-annotations' %t.ll -o - | FileCheck %s --check-prefix=STRIPPED
; RUN: not lathe opt --passes='dtrans-test-annotate<value=f;kind=Mine;own>' %s 2>&1 | FileCheck %s --check-prefix=BAD
; RUN: not lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_;own>' %s 2>&1 | FileCheck %s --check-prefix=BAD
; RUN: not lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_a-b;own>' %s 2>&1 | FileCheck %s --check-prefix=BAD

; The same call by somebody else, and one of ours without a kind, are no marks.
; RUN: sed -e 's/ptr @__DTransAnnotationKind.DPA_MyOwnKind)/ptr null)/' %t.ll | lathe opt --passes='dtrans-marks' - | FileCheck %s --check-prefix=NONE --allow-empty

; MADE-DAG: @__DTransOwnAnnotation = private constant [5 x i8] c"mine\00", section "llvm.metadata"
; MADE-DAG: @__DTransAnnotationKind.DPA_MyOwnKind = private constant [14 x i8] c"DPA_MyOwnKind\00", section "llvm.metadata"
; MADE: call ptr @llvm.ptr.annotation.p0.p0(ptr %f, ptr @__DTransOwnAnnotation, ptr @__DTransAnnotationFile.x.c, i32 7, ptr @__DTransAnnotationKind.DPA_MyOwnKind)

; MARKS: DPA_MyOwnKind "mine" x.c:7 @main: struct.s field 2
; MARKS-NEXT: DPA_MyOwnKind "mine" x.c:7 @main: {{.*}}struct.s field 1
; MARKS-NOT: {{.}}

; STRIPPED-NOT: __DTrans
; STRIPPED-NOT: llvm.ptr.annotation

; BAD: there is no annotation of kind 0

; NONE-NOT: {{.}}

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i8, i64, i32, i8 }
declare ptr @malloc(i64)

define i32 @main() {
  %p = call ptr @malloc(i64 24)
  %e = getelementptr %struct.s, ptr %p, i64 0, i32 1
  store i64 5, ptr %e
  %f = getelementptr %struct.s, ptr %p, i64 0, i32 2
  store i32 3, ptr %f
  %g = getelementptr %struct.s, ptr %p, i64 0, i32 3
  store i8 1, ptr %g
  %r = load i32, ptr %f
  %s = load i8, ptr %g
  %t = zext i8 %s to i32
  %u = add i32 %r, %t
  ret i32 %u
}
