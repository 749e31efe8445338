; RUN: lathe opt --passes='dtrans-analysis<type=struct.set>' %s | FileCheck %s --check-prefix=SET
; RUN: lathe opt --passes='dtrans-analysis<type=struct.alloc>' %s | FileCheck %s --check-prefix=ALLOC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.variable>' %s | FileCheck %s --check-prefix=VARIABLE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.fields>' %s | FileCheck %s --check-prefix=FIELDS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.behind>' %s | FileCheck %s --check-prefix=BEHIND
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;
; Whole objects, one whole field, padding: everything else is no size to rewrite.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.set = type { i32, i32, i64 }
%struct.alloc = type { i32, i32, i64 }
%struct.variable = type { i32, i32, i64 }
%struct.fields = type { i64, i32, i32, i64 }
%struct.behind = type { i32, i8 }
%struct.good = type { i32, i8, i64 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @part() {
  %p = alloca %struct.set
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 12, i1 false)
  ret void
}

define internal void @small() {
  %p = call ptr @malloc(i64 24)
  %f = getelementptr %struct.alloc, ptr %p, i64 0, i32 2
  store i64 1, ptr %f
  ret void
}

define internal void @any(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  %f = getelementptr %struct.variable, ptr %p, i64 0, i32 2
  store i64 1, ptr %f
  ret void
}

; Sixteen bytes from the second field on are two fields and half of a third.
define internal void @fields() {
  %p = alloca %struct.fields
  %f = getelementptr %struct.fields, ptr %p, i64 0, i32 1
  call void @llvm.memset.p0.i64(ptr %f, i8 0, i64 16, i1 false)
  ret void
}

; It begins in padding but goes on into the next object.
define internal void @padding_and_more() {
  %p = alloca [4 x %struct.behind]
  %f = getelementptr i8, ptr %p, i64 5
  call void @llvm.memset.p0.i64(ptr %f, i8 0, i64 11, i1 false)
  ret void
}

define internal void @whole(i64 %n) {
  %size = mul i64 %n, 16
  %p = call ptr @malloc(i64 %size)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %size, i1 false)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 2
  call void @llvm.memset.p0.i64(ptr %f, i8 0, i64 8, i1 false)
  %pad = getelementptr i8, ptr %p, i64 5
  call void @llvm.memset.p0.i64(ptr %pad, i8 0, i64 3, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 0, i1 false)
  ret void
}

; SET: type struct.set{{.*}} legal nothing{{$}}
; SET: BadMemFuncSize @part

; ALLOC: type struct.alloc{{.*}} legal nothing{{$}}
; ALLOC: BadMemFuncSize @small: malloc allocates

; VARIABLE: type struct.variable{{.*}} legal nothing{{$}}
; VARIABLE: BadMemFuncSize @any: malloc allocates

; FIELDS: type struct.fields{{.*}} legal nothing{{$}}
; FIELDS: BadMemFuncSize @fields

; BEHIND: type struct.behind{{.*}} legal nothing{{$}}
; BEHIND: BadMemFuncSize @padding_and_more

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: BadMemFuncSize
; GOOD-NOT: BadPtrManipulation
