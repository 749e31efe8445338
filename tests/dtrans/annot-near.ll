; RUN: lathe opt --passes='dtrans-test-annotations' %s | FileCheck %s
; RUN: lathe opt --passes='dtrans-strip-annotations' %s -o - | FileCheck %s --check-prefix=STRIPPED
;
; Only a private constant of the right name and section is ours. Unreachable code may annotate
; itself, and a variable of ours that something else uses stays.

; CHECK: @near %0 DPA_None on %p
; CHECK-NEXT: @near %1 DPA_None on %p
; CHECK-NEXT: @near %2 DPA_None on %p
; CHECK-NEXT: @near %3 DPA_None on %p
; CHECK-NEXT: @near %4 DPA_None on %p
; CHECK-NEXT: @near %5 DPA_None on %p
; CHECK-NEXT: @near %6 DPA_AOSToSOAIndexField "mine" on %p
; CHECK-NEXT: @near %7 DPA_None on %6
; CHECK-NEXT: @near %8 DPA_AOSToSOAIndexField "mine" on %7
; CHECK-NEXT: @near %far DPA_AOSToSOAIndexField "mine" on %q
; CHECK-NEXT: @dead %self DPA_AOSToSOAIndexField "mine" on %self
; CHECK-NEXT: @dead %a DPA_AOSToSOAIndexField "mine" on %b
; CHECK-NEXT: @dead %b DPA_AOSToSOAIndexField "mine" on %a
; CHECK-NOT: {{.}}

; STRIPPED: @.str = private
; STRIPPED: @__DTransAOSToSOAIndexFieldName.internal =
; STRIPPED: @__DTransAOSToSOAIndexFieldName.variable =
; STRIPPED: @__DTransAOSToSOAIndexFieldName.section =
; STRIPPED: @__DTransAOSToSOAIndexField =
; STRIPPED: @__DTransAOSToSOAIndexFieldName.used = private
; STRIPPED-NOT: @__DTransAOSToSOAIndexFieldName.mine
; STRIPPED-NOT: @__DTransAOSToSOAIndexFieldName.unused
; STRIPPED-NOT: @__DTransAnnotationFile.x.c =
; STRIPPED: @__DTransAnnotationFile.y.c = global
; STRIPPED: define ptr @near
; STRIPPED-COUNT-6: call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr
; STRIPPED-NEXT: %[[LAST:[0-9]+]] = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.str
; STRIPPED-NEXT: store ptr %[[LAST]], ptr @cell
; STRIPPED-NEXT: store ptr @__DTransAOSToSOAIndexFieldName.used, ptr @cell
; STRIPPED-NEXT: store ptr addrspace(1) %q, ptr @cell
; STRIPPED-NEXT: ret ptr %[[LAST]]
; STRIPPED: define void @dead
; STRIPPED: store ptr poison, ptr @cell
; STRIPPED-NEXT: store ptr poison, ptr @cell
; STRIPPED-NOT: llvm.ptr.annotation.p1

@cell = global ptr null
@.str = private unnamed_addr constant [5 x i8] c"mine\00", section "llvm.metadata"
@__DTransAOSToSOAIndexFieldName.internal = internal constant [5 x i8] c"mine\00", section "llvm.metadata"
@__DTransAOSToSOAIndexFieldName.variable = private global [5 x i8] c"mine\00", section "llvm.metadata"
@__DTransAOSToSOAIndexFieldName.section = private constant [5 x i8] c"mine\00"
@__DTransAOSToSOAIndexField = private constant [5 x i8] c"mine\00", section "llvm.metadata"
@__DTransAOSToSOAIndexFieldName.used = private constant [5 x i8] c"used\00", section "llvm.metadata"
@__DTransAOSToSOAIndexFieldName.mine = private constant [5 x i8] c"mine\00", section "llvm.metadata"
@__DTransAOSToSOAIndexFieldName.unused = private constant [5 x i8] c"mine\00", section "llvm.metadata"
@__DTransAnnotationFile.x.c = private constant [4 x i8] c"x.c\00", section "llvm.metadata"
@__DTransAnnotationFile.y.c = global [4 x i8] c"y.c\00"

declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1), ptr, ptr, i32, ptr)

define ptr @near(ptr %p, ptr addrspace(1) %q) {
entry:
  %0 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @.str, ptr null, i32 0, ptr null)
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @__DTransAOSToSOAIndexFieldName.internal, ptr null, i32 0, ptr null)
  %2 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @__DTransAOSToSOAIndexFieldName.variable, ptr null, i32 0, ptr null)
  %3 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @__DTransAOSToSOAIndexFieldName.section, ptr null, i32 0, ptr null)
  %4 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @__DTransAOSToSOAIndexField, ptr null, i32 0, ptr null)
  %5 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 0, ptr null)
  %6 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr @__DTransAOSToSOAIndexFieldName.mine, ptr @__DTransAnnotationFile.x.c, i32 0, ptr null)
  %7 = call ptr @llvm.ptr.annotation.p0.p0(ptr %6, ptr @.str, ptr null, i32 0, ptr null)
  %8 = call ptr @llvm.ptr.annotation.p0.p0(ptr %7, ptr @__DTransAOSToSOAIndexFieldName.mine, ptr null, i32 0, ptr null)
  store ptr %8, ptr @cell
  store ptr @__DTransAOSToSOAIndexFieldName.used, ptr @cell
  %far = call ptr addrspace(1) @llvm.ptr.annotation.p1.p0(ptr addrspace(1) %q, ptr @__DTransAOSToSOAIndexFieldName.mine, ptr null, i32 0, ptr null)
  store ptr addrspace(1) %far, ptr @cell
  ret ptr %8
}

define void @dead() {
  ret void

unreachable:
  %self = call ptr @llvm.ptr.annotation.p0.p0(ptr %self, ptr @__DTransAOSToSOAIndexFieldName.mine, ptr null, i32 0, ptr null)
  store ptr %self, ptr @cell
  %a = call ptr @llvm.ptr.annotation.p0.p0(ptr %b, ptr @__DTransAOSToSOAIndexFieldName.mine, ptr null, i32 0, ptr null)
  %b = call ptr @llvm.ptr.annotation.p0.p0(ptr %a, ptr @__DTransAOSToSOAIndexFieldName.mine, ptr null, i32 0, ptr null)
  store ptr %a, ptr @cell
  ret void
}
