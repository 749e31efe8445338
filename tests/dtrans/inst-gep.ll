; RUN: lathe opt --passes='dtrans-analysis<type=struct.typed>' %s | FileCheck %s --check-prefix=TYPED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.bytes>' %s | FileCheck %s --check-prefix=BYTES
; RUN: lathe opt --passes='dtrans-analysis<type=struct.array>' %s | FileCheck %s --check-prefix=ARRAY
; RUN: lathe opt --passes='dtrans-analysis<type=struct.index>' %s | FileCheck %s --check-prefix=INDEX
; RUN: lathe opt --passes='dtrans-analysis<type=struct.owner>' %s | FileCheck %s --check-prefix=OWNER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.link>' %s | FileCheck %s --check-prefix=LINK
; RUN: lathe opt --passes='dtrans-analysis<type=struct.nowhere>' %s | FileCheck %s --check-prefix=NOWHERE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.variable>' %s | FileCheck %s --check-prefix=VARIABLE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.scaled>' %s | FileCheck %s --check-prefix=SCALED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.lone>' %s | FileCheck %s --check-prefix=LONE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.arrays>' %s | FileCheck %s --check-prefix=ARRAYS
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The spec's three forms:
;   %ps.fb = getelementptr %struct.S, %struct.S* %ps, i64 0, i32 1
;   %b = load i32, i32* %ps.fb
; an i8 offset before the type is known:
;   %p = call i8* @malloc(i64 8)
;   %tmp = getelementptr i8, i8* %p, i64 4
;   %pb = bitcast i8* %tmp to i32*
;   store i32 %val, i32* %pb
;   %ps = bitcast i8* %p to %struct.S*
; and a pointer used as an array:
;   %size = mul i64 %numElems, <sizeof struct.S>
;   %p = call i8* @malloc(i64 %size)
;   %p_S bitcast i8* %p to %struct.S*
;   %p_S_3 = getelementptr %struct.S, %struct.S* %p, i64 3
%struct.typed = type { i32, i32 }
%struct.bytes = type { i32, i32 }
%struct.array = type { i32, i32 }
%struct.index = type { i32, i32 }
%struct.link = type { ptr, ptr }
%struct.owner = type { i64, %struct.link }
%struct.nowhere = type { i64, i32, i32 }
%struct.variable = type { i32, i32 }
%struct.scaled = type { i32, i32 }
%struct.lone = type { i32, i32, i32, i32 }
%struct.arrays = type { i32, [4 x i32] }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @field() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.typed, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal void @offset(i32 %val) {
  %p = call ptr @malloc(i64 8), !dtrans-type !0
  %tmp = getelementptr i8, ptr %p, i64 4
  store i32 %val, ptr %tmp
  %f = getelementptr %struct.bytes, ptr %p, i64 0, i32 0
  store i32 %val, ptr %f
  ret void
}

define internal void @elements(i64 %n) {
  %size = mul i64 %n, 8
  %p = call ptr @malloc(i64 %size)
  %third = getelementptr %struct.array, ptr %p, i64 3
  %f = getelementptr %struct.array, ptr %third, i64 0, i32 1
  store i32 1, ptr %f
  %last = getelementptr %struct.array, ptr %p, i64 %n
  %end = icmp eq ptr %third, %last
  ret void
}

define internal void @indexed(i64 %i) {
  %p = call ptr @malloc(i64 80)
  %f = getelementptr %struct.index, ptr %p, i64 %i, i32 1
  store i32 1, ptr %f
  ret void
}

define internal i64 @container_of() {
  %p = call ptr @malloc(i64 24)
  %l = getelementptr %struct.owner, ptr %p, i64 0, i32 1
  %n = getelementptr %struct.link, ptr %l, i64 0, i32 1
  store ptr %l, ptr %n
  %back = load ptr, ptr %n
  %o = getelementptr i8, ptr %back, i64 -8
  %f = getelementptr %struct.owner, ptr %o, i64 0, i32 0
  %x = load i64, ptr %f
  ret i64 %x
}

define internal void @misses() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.nowhere, ptr %p, i64 0, i32 2
  %g = getelementptr i8, ptr %f, i64 -9
  store ptr %g, ptr @cell
  ret void
}

@cell = internal global ptr null

define internal void @bytewise(i64 %i) {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.variable, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %q = getelementptr i8, ptr %p, i64 %i
  store i8 1, ptr %q
  ret void
}

define internal void @counted(i64 %i) {
  %p = call ptr @malloc(i64 80)
  %f = getelementptr %struct.scaled, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %bytes = shl i64 %i, 3
  %q = getelementptr i8, ptr %p, i64 %bytes
  store i32 1, ptr %q
  ret void
}

; Four ints in a row are no array.
define internal void @walks_fields(i64 %i) {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.lone, ptr %p, i64 0, i32 1
  %q = getelementptr [3 x i32], ptr %f, i64 0, i64 %i
  store i32 1, ptr %q
  ret void
}

define internal void @walks_array(i64 %i) {
  %p = call ptr @malloc(i64 20)
  %f = getelementptr %struct.arrays, ptr %p, i64 0, i32 1
  %q = getelementptr i32, ptr %f, i64 %i
  store i32 1, ptr %q
  ret void
}

!0 = !{%struct.bytes zeroinitializer, i32 1}

; TYPED: type struct.typed{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; TYPED: field 1 offset 4 size 4 reads 1 writes 0

; BYTES: type struct.bytes{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; BYTES: field 1 offset 4 size 4 reads 0 writes 1

; ARRAY: type struct.array{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; ARRAY: site malloc count 0 @elements

; INDEX: type struct.index{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; OWNER: type struct.owner{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; OWNER-NOT: BadPtrManipulation
; OWNER: field 0 offset 0 size 8 reads 1 writes 0
; OWNER-NOT: BadPtrManipulation

; LINK: type struct.link{{.*}} legal reorder-fields delete-fields pool{{$}}

; NOWHERE: type struct.nowhere{{.*}} legal nothing{{$}}
; NOWHERE: BadPtrManipulation @misses: an address 3 bytes from the start

; VARIABLE: type struct.variable{{.*}} legal nothing{{$}}
; VARIABLE: BadPtrManipulation @bytewise

; SCALED: type struct.scaled{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; LONE: type struct.lone{{.*}} legal nothing{{$}}
; LONE: BadPtrManipulation @walks_fields: a pointer to a field that is not an array is moved

; ARRAYS: type struct.arrays{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
