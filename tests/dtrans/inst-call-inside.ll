; RUN: lathe opt --passes='dtrans-analysis<type=struct.direct>' %s | FileCheck %s --check-prefix=DIRECT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.indirect>' %s | FileCheck %s --check-prefix=INDIRECT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.mismatch>' %s | FileCheck %s --check-prefix=MISMATCH
; RUN: lathe opt --passes='dtrans-analysis<type=struct.variadic>' %s | FileCheck %s --check-prefix=VARIADIC
; RUN: lathe opt --passes='dtrans-analysis<type=struct.byval>' %s | FileCheck %s --check-prefix=BYVAL
; RUN: lathe opt --passes='dtrans-analysis<type=struct.dots>' %s | FileCheck %s --check-prefix=DOTS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.sret>' %s | FileCheck %s --check-prefix=SRET
; RUN: lathe opt --passes='dtrans-analysis<type=struct.outside>' %s | FileCheck %s --check-prefix=OUTSIDE
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.direct = type { i32, i32 }
%struct.indirect = type { i32, i32 }
%struct.mismatch = type { i32, i32 }
%struct.variadic = type { i32, i32 }
%struct.byval = type { i64, i64, i64 }
%struct.dots = type { i64, i64, i64 }
%struct.sret = type { i64, i64, i64 }
%struct.outside = type { i64, i64, i64 }
declare void @external(ptr)
declare void @llvm.va_start.p0(ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i32 @reads(ptr %p) {
  %f = getelementptr %struct.direct, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal i32 @calls() {
  %p = call ptr @malloc(i64 8)
  %x = call i32 @reads(ptr %p)
  ret i32 %x
}

define internal i32 @reads2(ptr %p) {
  %f = getelementptr %struct.indirect, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

@table = internal global ptr @reads2

define internal i32 @calls2() {
  %p = call ptr @malloc(i64 8)
  %fn = load ptr, ptr @table
  %x = call i32 %fn(ptr %p)
  ret i32 %x
}

define internal i32 @knr(ptr %p, i32 %n) {
  %f = getelementptr %struct.mismatch, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

define internal i32 @calls3() {
  %p = call ptr @malloc(i64 8)
  %x = call i32 (ptr, ...) @knr(ptr %p)
  ret i32 %x
}

define internal void @takes_dots(i32 %n, ...) {
  ret void
}

define internal void @takes_more(i32 %n, ...) {
  ret void
}

define internal void @calls4() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.variadic, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  call void (i32, ...) @takes_dots(i32 1, ptr %p)
  ret void
}

define internal i64 @by_value(ptr byval(%struct.byval) %p) {
  %f = getelementptr %struct.byval, ptr %p, i64 0, i32 1
  %x = load i64, ptr %f
  ret i64 %x
}

define internal i64 @calls5() {
  %p = alloca %struct.byval
  %x = call i64 @by_value(ptr byval(%struct.byval) %p)
  ret i64 %x
}

define internal void @calls6() {
  %p = alloca %struct.dots
  %f = getelementptr %struct.dots, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  call void (i32, ...) @takes_more(i32 1, ptr byval(%struct.dots) %p)
  ret void
}

define internal void @fills(ptr sret(%struct.sret) %p) {
  %f = getelementptr %struct.sret, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @calls7() {
  %p = alloca %struct.sret
  call void @fills(ptr sret(%struct.sret) %p)
  ret void
}

define internal void @calls8() {
  %p = alloca %struct.outside
  %f = getelementptr %struct.outside, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  call void @external(ptr byval(%struct.outside) %p)
  ret void
}

; DIRECT: type struct.direct{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; INDIRECT: type struct.indirect{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; MISMATCH: type struct.mismatch{{.*}} legal nothing{{$}}
; MISMATCH: AddressTaken @calls3: it is passed in a call that does not fit

; VARIADIC: type struct.variadic{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; BYVAL: type struct.byval{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; DOTS: type struct.dots{{.*}} legal nothing{{$}}
; DOTS: WholeStructureReference @calls6: the object is passed by value through '...'

; SRET: type struct.sret{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; OUTSIDE: type struct.outside{{.*}} legal nothing{{$}}
; OUTSIDE: AddressTaken @calls8
