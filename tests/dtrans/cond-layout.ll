; RUN: lathe opt --passes='dtrans-analysis<type=struct.empty>' %s | FileCheck %s --check-prefix=EMPTY
; RUN: lathe opt --passes='dtrans-analysis<type=struct.inner>' %s | FileCheck %s --check-prefix=INNER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.outer>' %s | FileCheck %s --check-prefix=OUTER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.element>' %s | FileCheck %s --check-prefix=ELEMENT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.holder>' %s | FileCheck %s --check-prefix=HOLDER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.pointed>' %s | FileCheck %s --check-prefix=POINTED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.points>' %s | FileCheck %s --check-prefix=POINTS
;
; NoFieldsInStruct, NestedStruct, ContainsNestedStruct.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.empty = type {}
%struct.inner = type { i32, i32 }
%struct.outer = type { i64, %struct.inner }
%struct.element = type { i32, i32 }
%struct.holder = type { [4 x %struct.element] }
%struct.pointed = type { i32, i32 }
%struct.points = type { ptr, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

@e = internal global %struct.empty zeroinitializer
@o = internal global %struct.outer zeroinitializer
@h = internal global %struct.holder zeroinitializer
@p = internal global %struct.points zeroinitializer
@q = internal global %struct.pointed zeroinitializer

define internal void @uses() {
  store ptr @q, ptr @p
  ret void
}

; EMPTY: type struct.empty{{.*}} legal nothing{{$}}
; EMPTY: NoFieldsInStruct: the struct has no fields

; INNER: type struct.inner{{.*}} legal reorder-fields delete-fields pool{{$}}
; INNER-NOT: ContainsNestedStruct
; INNER-NOT: NoFieldsInStruct
; INNER: NestedStruct: it is field 1 of 'struct.outer'
; INNER-NOT: ContainsNestedStruct
; INNER-NOT: NoFieldsInStruct

; OUTER: type struct.outer{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; OUTER: ContainsNestedStruct: field 1 is a 'struct.inner'

; ELEMENT: type struct.element{{.*}} legal reorder-fields delete-fields pool{{$}}
; ELEMENT: NestedStruct: it is field 0 of 'struct.holder'

; HOLDER: type struct.holder{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; HOLDER: ContainsNestedStruct: field 0 is a 'struct.element'

; POINTED: type struct.pointed{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; POINTED-NOT: NestedStruct

; POINTS: type struct.points{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; POINTS-NOT: NestedStruct
