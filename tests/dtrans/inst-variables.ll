; RUN: lathe opt --passes='dtrans-analysis<type=struct.local>' %s | FileCheck %s --check-prefix=LOCAL
; RUN: lathe opt --passes='dtrans-analysis<type=struct.array>' %s | FileCheck %s --check-prefix=ARRAY
; RUN: lathe opt --passes='dtrans-analysis<type=struct.buffer>' %s | FileCheck %s --check-prefix=BUFFER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.thread>' %s | FileCheck %s --check-prefix=THREAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.ifunc>' %s | FileCheck %s --check-prefix=IFUNC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.marked>' %s | FileCheck %s --check-prefix=MARKED
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.local = type { i32, i32 }
%struct.array = type { i32, i32 }
%struct.buffer = type { i32, i32 }
%struct.thread = type { i32, i32 }
%struct.ifunc = type { i32, i32 }
%struct.marked = type { i32, i32 }
@t = internal thread_local global %struct.thread zeroinitializer
@resolved = ifunc i32 (ptr), ptr @resolver
declare ptr @llvm.threadlocal.address.p0(ptr)
declare void @llvm.lifetime.start.p0(ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @locals(i64 %n, i64 %i) {
  %p = alloca %struct.local
  %f = getelementptr %struct.local, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %a = alloca %struct.array, i64 %n
  %e = getelementptr %struct.array, ptr %a, i64 %i, i32 1
  store i32 1, ptr %e
  ret void
}

define internal void @in_bytes() {
  %p = alloca [8 x i8], align 4
  %f = getelementptr %struct.buffer, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  ret void
}

define internal void @threads() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %f = getelementptr %struct.thread, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  ret void
}

define internal ptr @resolver() {
  ret ptr null
}

define internal void @calls_ifunc() {
  %p = alloca %struct.ifunc
  %f = getelementptr %struct.ifunc, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = call i32 @resolved(ptr %p)
  ret void
}

define internal void @marks() {
  %p = alloca %struct.marked
  call void @llvm.lifetime.start.p0(ptr %p)
  %q = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 0, ptr null)
  %f = getelementptr %struct.marked, ptr %q, i64 0, i32 1
  store i32 1, ptr %f
  ret void
}

; LOCAL: type struct.local{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; ARRAY: type struct.array{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; BUFFER: type struct.buffer{{.*}} legal nothing{{$}}
; BUFFER: BadCasting @in_bytes: a variable of another type

; THREAD: type struct.thread{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; THREAD: GlobalInstance @t

; IFUNC: type struct.ifunc{{.*}} legal nothing{{$}}
; IFUNC: AddressTaken

; MARKED: type struct.marked{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
