; RUN: lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField;text=index;file=dir/x.c;line=7;name=mark>' %s -o - \
; RUN:   | FileCheck %s --check-prefix=FULL
; RUN: lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField;text=index>' %s -o - \
; RUN:   | FileCheck %s --check-prefix=PLAIN
; RUN: lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField;text=index;before=v>' %s -o - \
; RUN:   | FileCheck %s --check-prefix=BEFORE
; RUN: lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField;text=index;file=x.c>,dtrans-test-annotate<value=p;kind=DPA_AOSToSOAIndexField;text=index;file=x.c>,dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField;text=index;extension=.S;file=y.c>,dtrans-test-annotate<value=p;kind=DPA_AOSToSOAIndexField;text=index;extension=.S>,dtrans-test-annotate<value=p;kind=DPA_AOSToSOAIndexField>,dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField>' %s -o %t.many.ll
; RUN: FileCheck %s --check-prefix=MANY < %t.many.ll
; RUN: lathe opt --passes='dtrans-test-annotations' %t.many.ll | FileCheck %s --check-prefix=QUERIES
; RUN: lathe opt --passes='dtrans-strip-annotations' %t.many.ll -o - | sed -e 1,2d > %t.stripped.ll
; RUN: lathe opt --passes='' %s -o - | sed -e 1,2d | diff - %t.stripped.ll
; RUN: not lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_None>' %s 2>&1 | FileCheck %s --check-prefix=NO-KIND
; RUN: not lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndex>' %s 2>&1 | FileCheck %s --check-prefix=NO-KIND
; RUN: not lathe opt --passes='dtrans-test-annotate<value=v;kind=DPA_AOSToSOAIndexField>' %s 2>&1 | FileCheck %s --check-prefix=NO-POINTER
; RUN: not lathe opt --passes='dtrans-test-annotate<value=f;kind=DPA_AOSToSOAIndexField;before=phi>' %s 2>&1 | FileCheck %s --check-prefix=PHI

; FULL: @__DTransAOSToSOAIndexFieldName = private constant [6 x i8] c"index\00", section "llvm.metadata"
; FULL: @"__DTransAnnotationFile.dir/x.c" = private constant [8 x i8] c"dir/x.c\00", section "llvm.metadata"
; FULL: %f = getelementptr
; FULL-NEXT: %mark = call ptr @llvm.ptr.annotation.p0.p0(ptr %f, ptr @__DTransAOSToSOAIndexFieldName, ptr @"__DTransAnnotationFile.dir/x.c", i32 7, ptr null)
; FULL-NEXT: %w = load i32, ptr %f

; PLAIN-NOT: __DTransAnnotationFile
; PLAIN: %0 = call ptr @llvm.ptr.annotation.p0.p0(ptr %f, ptr @__DTransAOSToSOAIndexFieldName, ptr null, i32 0, ptr null)

; BEFORE: %w = load i32, ptr %f
; BEFORE-NEXT: call ptr @llvm.ptr.annotation.p0.p0(ptr %f,
; BEFORE-NEXT: %v = add

; One variable per extension and text, one string per file.
; MANY-NOT: @
; MANY: @user = global
; MANY-NEXT: @__DTransAOSToSOAIndexFieldName = private constant [6 x i8] c"index\00"
; MANY-NEXT: @__DTransAnnotationFile.x.c = private constant [4 x i8] c"x.c\00"
; MANY-NEXT: @__DTransAOSToSOAIndexFieldName.S = private constant [6 x i8] c"index\00"
; MANY-NEXT: @__DTransAnnotationFile.y.c = private constant [4 x i8] c"y.c\00"
; MANY-NEXT: @__DTransAOSToSOAIndexFieldName.1 = private constant [1 x i8] zeroinitializer
; MANY-NOT: @{{.*}} = private

; QUERIES: @main %0 DPA_AOSToSOAIndexField "" on %p
; QUERIES-NEXT: @main %1 DPA_AOSToSOAIndexField "index" on %p
; QUERIES-NEXT: @main %2 DPA_AOSToSOAIndexField "index" on %p
; QUERIES-NEXT: @main %3 DPA_AOSToSOAIndexField "" on %f
; QUERIES-NEXT: @main %4 DPA_AOSToSOAIndexField "index" on %f
; QUERIES-NEXT: @main %5 DPA_AOSToSOAIndexField "index" on %f
; QUERIES-NOT: {{.}}

; NO-KIND: there is no annotation of kind 0
; NO-POINTER: only a pointer can be annotated
; PHI: an annotation cannot be inserted before a PHI or an exception pad

target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.S = type { i32, i32 }
@user = global ptr null

declare ptr @malloc(i64)

define i32 @main() {
entry:
  %p = call ptr @malloc(i64 8)
  %f = getelementptr inbounds %struct.S, ptr %p, i64 0, i32 1
  %w = load i32, ptr %f, align 4
  %v = add i32 %w, 1
  br label %loop

loop:
  %phi = phi i32 [ %v, %entry ], [ %next, %loop ]
  %next = add i32 %phi, 1
  %more = icmp slt i32 %next, 9
  br i1 %more, label %loop, label %exit

exit:
  ret i32 %next
}
