; RUN: lathe opt --passes='dtrans-analysis<type=struct.malloc>' %s | FileCheck %s --check-prefix=MALLOC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.calloc>' %s | FileCheck %s --check-prefix=CALLOC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.realloc>' %s | FileCheck %s --check-prefix=REALLOC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.reallocarray>' %s | FileCheck %s --check-prefix=REALLOCARRAY
; RUN: lathe opt --passes='dtrans-analysis<type=struct.aligned>' %s | FileCheck %s --check-prefix=ALIGNED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.memalign>' %s | FileCheck %s --check-prefix=MEMALIGN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.wrapped>' %s | FileCheck %s --check-prefix=WRAPPED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.equal>' %s | FileCheck %s --check-prefix=EQUAL
; RUN: lathe opt --passes='dtrans-analysis<type=struct.short>' %s | FileCheck %s --check-prefix=SHORT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.regrown>' %s | FileCheck %s --check-prefix=REGROWN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.odd>' %s | FileCheck %s --check-prefix=ODD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.malloc = type { i32, i64 }
%struct.calloc = type { i32, i64 }
%struct.realloc = type { i32, i64 }
%struct.reallocarray = type { i32, i64 }
%struct.aligned = type { i32, i64 }
%struct.memalign = type { i32, i64 }
%struct.wrapped = type { i32, i64 }
%struct.equal = type { i64, i64 }
%struct.short = type { i32, i64 }
%struct.regrown = type { i32, i64 }
%struct.odd = type { i32, i64 }
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare ptr @reallocarray(ptr, i64, i64)
declare ptr @aligned_alloc(i64, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare void @free(ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @m() {
  %p = call ptr @malloc(i64 48)
  %f = getelementptr %struct.malloc, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  call void @free(ptr %p)
  ret void
}

define internal void @c(i64 %n) {
  %p = call ptr @calloc(i64 %n, i64 16)
  %f = getelementptr %struct.calloc, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @r(i64 %n) {
  %p = call ptr @malloc(i64 16)
  %size = shl i64 %n, 4
  %q = call ptr @realloc(ptr %p, i64 %size)
  %f = getelementptr %struct.realloc, ptr %q, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @ra(i64 %n) {
  %q = call ptr @reallocarray(ptr null, i64 %n, i64 16)
  %f = getelementptr %struct.reallocarray, ptr %q, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @aa() {
  %q = call ptr @aligned_alloc(i64 64, i64 64)
  %f = getelementptr %struct.aligned, ptr %q, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal i32 @pm() {
  %cell = alloca ptr
  %r = call i32 @posix_memalign(ptr %cell, i64 64, i64 32)
  %q = load ptr, ptr %cell
  %f = getelementptr %struct.memalign, ptr %q, i64 0, i32 1
  store i64 1, ptr %f
  ret i32 %r
}

define internal ptr @xmalloc(i64 %n) {
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

define internal void @xfree(ptr %p) {
  call void @free(ptr %p)
  ret void
}

define internal void @w() {
  %p = call ptr @xmalloc(i64 16)
  %f = getelementptr %struct.wrapped, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  call void @xfree(ptr %p)
  ret void
}

; The size of one struct, used for another of the same size: only the number counts.
define internal void @e() {
  %p = call ptr @xmalloc(i64 16)
  %f = getelementptr %struct.equal, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @s() {
  %p = call ptr @xmalloc(i64 8)
  %f = getelementptr %struct.short, ptr %p, i64 0, i32 0
  store i32 1, ptr %f
  ret void
}

define internal void @g(i64 %n) {
  %p = call ptr @malloc(i64 16)
  %size = add i64 %n, 16
  %q = call ptr @realloc(ptr %p, i64 %size)
  %f = getelementptr %struct.regrown, ptr %q, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @o(i64 %n) {
  %p = call ptr @calloc(i64 %n, i64 8)
  %f = getelementptr %struct.odd, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

; MALLOC: type struct.malloc{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; MALLOC: site malloc count 3 @m

; CALLOC: type struct.calloc{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; CALLOC: site calloc count 0 @c

; REALLOC: type struct.realloc{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; REALLOC-DAG: site malloc count 1 @r
; REALLOC-DAG: site realloc count 0 @r

; REALLOCARRAY: type struct.reallocarray{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; REALLOCARRAY: site reallocarray count 0 @ra

; ALIGNED: type struct.aligned{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; ALIGNED: site aligned_alloc count 4 @aa

; MEMALIGN: type struct.memalign{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; MEMALIGN: site posix_memalign count 2 @pm

; WRAPPED: type struct.wrapped{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; WRAPPED: site xmalloc count 1 @w

; EQUAL: type struct.equal{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; EQUAL: site xmalloc count 1 @e

; SHORT: type struct.short{{.*}} legal nothing{{$}}
; SHORT: BadMemFuncSize @s: xmalloc allocates

; REGROWN: type struct.regrown{{.*}} legal nothing{{$}}
; REGROWN: BadMemFuncSize @g: realloc allocates

; ODD: type struct.odd{{.*}} legal nothing{{$}}
; ODD: BadMemFuncSize @o: calloc allocates
