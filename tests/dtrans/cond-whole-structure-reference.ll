; RUN: lathe opt --passes='dtrans-analysis<type=struct.loaded>' %s | FileCheck %s --check-prefix=LOADED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.stored>' %s | FileCheck %s --check-prefix=STORED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.passed>' %s | FileCheck %s --check-prefix=PASSED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.returned>' %s | FileCheck %s --check-prefix=RETURNED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.merged>' %s | FileCheck %s --check-prefix=MERGED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.asint>' %s | FileCheck %s --check-prefix=ASINT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.held>' %s | FileCheck %s --check-prefix=HELD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.loaded = type { i32, i32 }
%struct.stored = type { i32, i32 }
%struct.passed = type { i32, i32 }
%struct.returned = type { i32, i32 }
%struct.merged = type { i32, i32 }
%struct.asint = type { i32, i32 }
%struct.held = type { i32, i32 }
%struct.good = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @loads() {
  %p = call ptr @malloc(i64 8)
  %x = load %struct.loaded, ptr %p
  ret void
}

define internal void @stores() {
  %p = call ptr @malloc(i64 8)
  store %struct.stored zeroinitializer, ptr %p
  ret void
}

define internal void @passes() {
  call void @takes(%struct.passed zeroinitializer)
  ret void
}

define internal void @takes(%struct.passed %s) {
  ret void
}

define internal %struct.returned @returns() {
  ret %struct.returned zeroinitializer
}

define internal i32 @merges(i1 %c, %struct.merged %a, %struct.merged %b) {
  %m = select i1 %c, %struct.merged %a, %struct.merged %b
  %x = extractvalue %struct.merged %m, 1
  ret i32 %x
}

define internal i64 @integer() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.asint, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %x = load i64, ptr %p
  ret i64 %x
}

define internal { i32, %struct.held } @wrapped() {
  ret { i32, %struct.held } zeroinitializer
}

define internal i32 @pieces() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  %v = insertvalue { i32, i32 } zeroinitializer, i32 %x, 1
  %y = extractvalue { i32, i32 } %v, 1
  ret i32 %y
}

; LOADED: type struct.loaded{{.*}} legal nothing{{$}}
; LOADED: WholeStructureReference @loads

; STORED: type struct.stored{{.*}} legal nothing{{$}}
; STORED: WholeStructureReference @stores

; PASSED: type struct.passed{{.*}} legal nothing{{$}}
; PASSED: WholeStructureReference @passes

; RETURNED: type struct.returned{{.*}} legal nothing{{$}}
; RETURNED: WholeStructureReference @returns

; MERGED: type struct.merged{{.*}} legal nothing{{$}}
; MERGED: WholeStructureReference @merges

; ASINT: type struct.asint{{.*}} legal reorder-fields delete-fields pool{{$}}
; ASINT: WholeStructureReference @integer: 8 bytes of the object are loaded as one value, to be

; HELD: type struct.held{{.*}} legal nothing{{$}}
; HELD: WholeStructureReference @wrapped

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: WholeStructureReference
