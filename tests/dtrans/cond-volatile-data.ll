; RUN: lathe opt --passes='dtrans-analysis<type=struct.load>' %s | FileCheck %s --check-prefix=LOAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.store>' %s | FileCheck %s --check-prefix=STORE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.set>' %s | FileCheck %s --check-prefix=SET
; RUN: lathe opt --passes='dtrans-analysis<type=struct.copied>' %s | FileCheck %s --check-prefix=COPIED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.load = type { i32, i32 }
%struct.store = type { i32, i32 }
%struct.set = type { i32, i32 }
%struct.copied = type { i16, i16 }
%struct.good = type { i32, i32 }
@g = internal global i32 0
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal i32 @vload() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.load, ptr %p, i64 0, i32 1
  %x = load volatile i32, ptr %f
  ret i32 %x
}

define internal void @vstore() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.store, ptr %p, i64 0, i32 1
  store volatile i32 1, ptr %f
  ret void
}

define internal void @vset() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.set, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  ret void
}

define internal void @vcopy() {
  %p = alloca %struct.copied
  %q = alloca %struct.copied
  %f = getelementptr %struct.copied, ptr %q, i64 0, i32 1
  store i16 1, ptr %f
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 true)
  ret void
}

define internal i32 @plain() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = load volatile i32, ptr @g
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret i32 %x
}

; LOAD: type struct.load{{.*}} legal nothing{{$}}
; LOAD: VolatileData @vload

; STORE: type struct.store{{.*}} legal nothing{{$}}
; STORE: VolatileData @vstore

; SET: type struct.set{{.*}} legal nothing{{$}}
; SET: VolatileData @vset

; COPIED: type struct.copied{{.*}} legal nothing{{$}}
; COPIED: VolatileData @vcopy

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: VolatileData
