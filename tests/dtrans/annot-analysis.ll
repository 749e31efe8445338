; RUN: lathe opt --passes='dtrans-analysis' %s | FileCheck %s
;
; An annotation is a copy of its pointer: the address of a field that is only annotated is not
; taken, an access behind it counts, and a first field is pinned exactly as without it.

; CHECK: type struct.marked size 16 align 8 legal reorder-fields delete-fields split aos-to-soa pool
; CHECK-NEXT: field 0 offset 0 size 4 reads 0 writes 1 one-value{{$}}
; CHECK-NEXT: field 1 offset 8 size 8 reads 1 writes 0{{$}}
; CHECK-NEXT: site malloc
; CHECK-NEXT: type struct.bare size 16 align 8 legal
; CHECK-NEXT: field 0 offset 0 size 4 reads 0 writes 1 one-value pinned
; CHECK: type struct.taken size 16 align 8 legal nothing
; CHECK: FieldAddressTaken


target datalayout = "e-i64:64-n8:16:32:64-S128"

%struct.marked = type { i32, i64 }
%struct.bare = type { i32, i64 }
%struct.taken = type { i32, i64 }

@__DTransAOSToSOAIndexFieldName = private constant [6 x i8] c"index\00", section "llvm.metadata"
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @malloc(i64)
declare void @outside(ptr)

define i32 @main() {
  %m = call ptr @malloc(i64 16)
  %m0 = getelementptr %struct.marked, ptr %m, i64 0, i32 0
  %m0a = call ptr @llvm.ptr.annotation.p0.p0(ptr %m0, ptr @__DTransAOSToSOAIndexFieldName, ptr null, i32 0, ptr null)
  store i32 1, ptr %m0a
  %m1 = getelementptr %struct.marked, ptr %m, i64 0, i32 1
  %m1a = call ptr @llvm.ptr.annotation.p0.p0(ptr %m1, ptr @__DTransAOSToSOAIndexFieldName, ptr null, i32 0, ptr null)
  %m1v = load i64, ptr %m1

  %b = call ptr @malloc(i64 16)
  %b1 = getelementptr %struct.bare, ptr %b, i64 0, i32 1
  store i64 1, ptr %b1
  %ba = call ptr @llvm.ptr.annotation.p0.p0(ptr %b, ptr @__DTransAOSToSOAIndexFieldName, ptr null, i32 0, ptr null)
  store i32 1, ptr %ba

  %t = call ptr @malloc(i64 16)
  %t1 = getelementptr %struct.taken, ptr %t, i64 0, i32 1
  %ta = call ptr @llvm.ptr.annotation.p0.p0(ptr %t1, ptr @__DTransAOSToSOAIndexFieldName, ptr null, i32 0, ptr null)
  call void @outside(ptr %ta)
  ret i32 0
}
