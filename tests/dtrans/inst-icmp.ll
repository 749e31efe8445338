; RUN: lathe opt --passes='dtrans-analysis<type=struct.null>' %s | FileCheck %s --check-prefix=NULL
; RUN: lathe opt --passes='dtrans-analysis<type=struct.order>' %s | FileCheck %s --check-prefix=ORDER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.ends>' %s | FileCheck %s --check-prefix=ENDS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.buffer>' %s | FileCheck %s --check-prefix=BUFFER
; RUN: lathe opt --passes='dtrans-analysis<type=struct.head>' %s | FileCheck %s --check-prefix=HEAD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.null = type { i32, i32 }
%struct.order = type { i32, i32 }
%struct.ends = type { i32, i32 }
%struct.buffer = type { i32, [8 x i8] }
%struct.head = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i1 @nulls(ptr %other) {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.null, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %a = icmp eq ptr %p, null
  %b = icmp ne ptr %f, null
  %c = and i1 %a, %b
  ret i1 %c
}

define internal i1 @fields() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.order, ptr %p, i64 0, i32 0
  %g = getelementptr %struct.order, ptr %p, i64 0, i32 1
  %c = icmp ult ptr %f, %g
  ret i1 %c
}

define internal i1 @objects(i64 %n) {
  %p = call ptr @malloc(i64 80)
  %f = getelementptr %struct.ends, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %q = getelementptr %struct.ends, ptr %p, i64 %n
  %c = icmp ult ptr %p, %q
  ret i1 %c
}

define internal i1 @in_buffer(i64 %n) {
  %p = call ptr @malloc(i64 12)
  %f = getelementptr %struct.buffer, ptr %p, i64 0, i32 1
  %g = getelementptr i8, ptr %f, i64 %n
  %c = icmp ult ptr %f, %g
  ret i1 %c
}

; The first field is where the object is: that stays so.
define internal i1 @first() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.head, ptr %p, i64 0, i32 0
  %c = icmp eq ptr %f, %p
  ret i1 %c
}

; NULL: type struct.null{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; ORDER: type struct.order{{.*}} legal nothing{{$}}
; ORDER: BadPtrManipulation @fields: the order of two fields

; ENDS: type struct.ends{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; BUFFER: type struct.buffer{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; HEAD: type struct.head{{ }}
; HEAD: field 0 {{.*}} pinned
