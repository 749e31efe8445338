; RUN: lathe opt --passes='dtrans-analysis<type=struct.stored>' %s | FileCheck %s --check-prefix=STORED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s | FileCheck %s --check-prefix=PASSED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.returned>' %s | FileCheck %s --check-prefix=RETURNED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.static>' %s | FileCheck %s --check-prefix=STATIC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.leaves>' %s | FileCheck %s --check-prefix=LEAVES
; RUN: lathe opt --passes='dtrans-analysis<type=struct.known>' %s | FileCheck %s --check-prefix=KNOWN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;
; An address that leaves the program takes the whole object with it.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.stored = type { i32, i32 }
%struct.passed = type { i32, i32 }
%struct.returned = type { i32, i32 }
%struct.static = type { i32, i32 }
%struct.leaves = type { i32, i32 }
%struct.known = type { i32, i32 }
%struct.good = type { i32, i32 }
@cell = internal global ptr null
@object = internal global %struct.static zeroinitializer
@address = internal global ptr getelementptr (%struct.static, ptr @object, i64 0, i32 1)
declare void @outside(ptr)
declare i32 @scanf(ptr, ...)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @stores() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.stored, ptr %p, i64 0, i32 1
  store ptr %f, ptr @cell
  ret void
}

define internal void @takes(ptr %p) {
  store i32 1, ptr %p
  ret void
}

define internal void @passes() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.passed, ptr %p, i64 0, i32 1
  call void @takes(ptr %f)
  ret void
}

define internal ptr @returns() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.returned, ptr %p, i64 0, i32 1
  ret ptr %f
}

define internal void @lets_out() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.leaves, ptr %p, i64 0, i32 1
  call void @outside(ptr %f)
  ret void
}

define internal void @library() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.known, ptr %p, i64 0, i32 1
  call i32 (ptr, ...) @scanf(ptr null, ptr %f)
  ret void
}

define internal i32 @uses() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; STORED: type struct.stored{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; STORED: FieldAddressTaken @stores: the address of a field is stored

; PASSED: type struct.passed{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; PASSED: FieldAddressTaken @passes: the address of a field is passed to a function

; RETURNED: type struct.returned{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; RETURNED: FieldAddressTaken @returns: the address of a field is returned

; STATIC: type struct.static{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; STATIC: FieldAddressTaken @address: the initializer of 'address' holds

; LEAVES: type struct.leaves{{.*}} legal nothing{{$}}
; LEAVES-DAG: FieldAddressTaken @lets_out
; LEAVES-DAG: AddressTaken @lets_out

; KNOWN: type struct.known{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; KNOWN: FieldAddressTaken @library: the address of a field is passed to scanf

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: FieldAddressTaken
