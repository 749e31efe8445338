; RUN: lathe opt --passes='dtrans-analysis<type=struct.target>' %s | FileCheck %s --check-prefix=TARGET
; RUN: lathe opt --passes='dtrans-analysis<type=struct.copies>' %s | FileCheck %s --check-prefix=COPIES
; RUN: lathe opt --passes='dtrans-analysis<type=struct.first>' %s | FileCheck %s --check-prefix=FIRST
; RUN: lathe opt --passes='dtrans-analysis<type=struct.out>' %s | FileCheck %s --check-prefix=OUT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.in>' %s | FileCheck %s --check-prefix=IN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.swapped>' %s | FileCheck %s --check-prefix=SWAPPED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.exchanged>' %s | FileCheck %s --check-prefix=EXCHANGED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.added>' %s | FileCheck %s --check-prefix=ADDED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.spans>' %s | FileCheck %s --check-prefix=SPANS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.vec>' %s | FileCheck %s --check-prefix=VEC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.floats>' %s | FileCheck %s --check-prefix=FLOATS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.masked>' %s | FileCheck %s --check-prefix=MASKED
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.target = type { i32, i32 }
%struct.copies = type { ptr, i32 }
%struct.first = type { i16, i16, i32 }
%struct.in = type { i32, i32 }
%struct.out = type { %struct.in, i64 }
%struct.swapped = type { i32, i32, i64 }
%struct.exchanged = type { ptr, i64 }
%struct.added = type { i32, i32 }
%struct.spans = type { i32, i32 }
%struct.vec = type { i32, i32, i32, i32 }
%struct.floats = type { i64, [4 x float] }
%struct.masked = type { i32, i32, i32, i32 }
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

; A pointer copied as an integer keeps its kind.
define internal i32 @copies() {
  %t = call ptr @malloc(i64 8)
  %a = call ptr @malloc(i64 16)
  %b = call ptr @malloc(i64 16)
  %fa = getelementptr %struct.copies, ptr %a, i64 0, i32 0
  %fb = getelementptr %struct.copies, ptr %b, i64 0, i32 0
  store ptr %t, ptr %fa
  %i = load i64, ptr %fa
  store i64 %i, ptr %fb
  %p = load ptr, ptr %fb
  %f = getelementptr %struct.target, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; An access at offset 0 counts as the first field at any depth, and keeps all of them first.
define internal i16 @first() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.first, ptr %p, i64 0, i32 2
  store i32 1, ptr %f
  %x = load i16, ptr %p
  ret i16 %x
}

define internal i32 @deep() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.out, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  %x = load i32, ptr %p
  ret i32 %x
}

define internal void @swaps() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.swapped, ptr %p, i64 0, i32 0
  %r = cmpxchg ptr %f, i64 0, i64 1 seq_cst seq_cst
  ret void
}

define internal void @exchanges(i64 %v) {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.exchanged, ptr %p, i64 0, i32 1
  %r = atomicrmw xchg ptr %f, i64 %v seq_cst
  ret void
}

define internal void @adds() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.added, ptr %p, i64 0, i32 1
  %x = load atomic i32, ptr %f monotonic, align 4
  ret void
}

define internal i64 @spans() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.spans, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = load atomic i64, ptr %p monotonic, align 8
  ret i64 %x
}

define internal void @merged_stores() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.vec, ptr %p, i64 0, i32 1
  store <2 x i32> zeroinitializer, ptr %f
  ret void
}

define internal void @array_store() {
  %p = call ptr @malloc(i64 24)
  %f = getelementptr %struct.floats, ptr %p, i64 0, i32 1
  store <4 x float> zeroinitializer, ptr %f
  ret void
}

define internal <4 x i32> @masked() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.masked, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 %p, <4 x i1> <i1 true, i1 true, i1 true, i1 false>, <4 x i32> poison)
  ret <4 x i32> %x
}

; TARGET: type struct.target{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; COPIES: type struct.copies{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; FIRST: type struct.first{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; FIRST: field 0 offset 0 size 2 reads 1 writes 0 pinned

; OUT: type struct.out{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; OUT: field 0 offset 0 size 8 reads 1 writes 0 pinned

; IN: type struct.in{{.*}} legal reorder-fields delete-fields pool{{$}}
; IN: field 0 offset 0 size 4 {{.*}}pinned

; SWAPPED: type struct.swapped{{.*}} legal nothing{{$}}
; SWAPPED-DAG: VolatileData @swaps
; SWAPPED-DAG: MismatchedElementAccess @swaps

; EXCHANGED: type struct.exchanged{{.*}} legal reorder-fields delete-fields{{$}}
; EXCHANGED: VolatileData @exchanges

; ADDED: type struct.added{{.*}} legal reorder-fields delete-fields{{$}}
; ADDED: VolatileData @adds

; SPANS: type struct.spans{{.*}} legal nothing{{$}}
; SPANS-DAG: WholeStructureReference @spans
; SPANS-DAG: VolatileData @spans

; VEC: type struct.vec{{.*}} legal nothing{{$}}
; VEC: MismatchedElementAccess @merged_stores: 8 bytes

; FLOATS: type struct.floats{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; MASKED: type struct.masked{{.*}} legal nothing{{$}}
; MASKED: WholeStructureReference @masked
