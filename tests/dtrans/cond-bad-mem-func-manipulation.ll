; RUN: lathe opt --passes='dtrans-analysis<type=struct.from>' %s | FileCheck %s --check-prefix=FROM
; RUN: lathe opt --passes='dtrans-analysis<type=struct.to>' %s | FileCheck %s --check-prefix=TO
; RUN: lathe opt --passes='dtrans-analysis<type=struct.small>' %s | FileCheck %s --check-prefix=SMALL
; RUN: lathe opt --passes='dtrans-analysis<type=struct.tiny>' %s | FileCheck %s --check-prefix=TINY
; RUN: lathe opt --passes='dtrans-analysis<type=struct.bytes>' %s | FileCheck %s --check-prefix=BYTES
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.fine>' %s | FileCheck %s --check-prefix=FINE
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.from = type { i32, i32, i64 }
%struct.to = type { i64, i64 }
%struct.small = type { i16, i16 }
%struct.tiny = type { i8, i8, i16 }
%struct.bytes = type { i16, i16 }
%struct.good = type { i32, i32, i64 }
%struct.fine = type { i16, i16 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @different() {
  %p = alloca %struct.from
  %q = alloca %struct.to
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 16, i1 false)
  ret void
}

; Too short for a pointer, and still a copy between two layouts.
define internal void @short() {
  %p = alloca %struct.small
  %q = alloca %struct.tiny
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  ret void
}

define internal i32 @as_int() {
  %p = alloca %struct.bytes
  %x = alloca [4 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %p, i64 4, i1 false)
  %y = load i32, ptr %x
  ret i32 %y
}

define internal void @same() {
  %p = alloca %struct.good
  %q = alloca %struct.good
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 16, i1 false)
  %r = alloca %struct.fine
  %s = alloca %struct.fine
  call void @llvm.memcpy.p0.p0.i64(ptr %r, ptr %s, i64 4, i1 false)
  %x = alloca i16
  %f = getelementptr %struct.fine, ptr %s, i64 0, i32 1
  call void @llvm.memcpy.p0.p0.i64(ptr %x, ptr %f, i64 2, i1 false)
  ret void
}

; FROM: type struct.from{{.*}} legal nothing{{$}}
; FROM: BadMemFuncManipulation @different

; TO: type struct.to{{.*}} legal nothing{{$}}
; TO: BadMemFuncManipulation @different

; SMALL: type struct.small{{.*}} legal nothing{{$}}
; SMALL: BadMemFuncManipulation @short

; TINY: type struct.tiny{{.*}} legal nothing{{$}}
; TINY: BadMemFuncManipulation @short

; BYTES: type struct.bytes{{.*}} legal nothing{{$}}
; BYTES: BadMemFuncManipulation @as_int

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: BadMemFuncManipulation

; FINE: type struct.fine{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; FINE-NOT: BadMemFuncManipulation
