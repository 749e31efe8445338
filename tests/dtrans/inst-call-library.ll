; RUN: lathe opt --passes='dtrans-analysis<type=struct.name>' %s | FileCheck %s --check-prefix=NAME
; RUN: lathe opt --passes='dtrans-analysis<type=struct.text>' %s | FileCheck %s --check-prefix=TEXT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.shown>' %s | FileCheck %s --check-prefix=SHOWN
; RUN: lathe opt --passes='dtrans-analysis<type=struct.printed>' %s | FileCheck %s --check-prefix=PRINTED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.kept>' %s | FileCheck %s --check-prefix=KEPT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.pair>' %s | FileCheck %s --check-prefix=PAIR
; RUN: lathe opt --passes='dtrans-analysis<type=struct.fds>' %s | FileCheck %s --check-prefix=FDS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.time>' %s | FileCheck %s --check-prefix=TIME
; RUN: lathe opt --passes='dtrans-analysis<type=struct.proto>' %s | FileCheck %s --check-prefix=PROTO
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.name = type { i32, [16 x i8] }
%struct.text = type { i32, i32 }
%struct.shown = type { i32, i32 }
%struct.printed = type { i32, i32 }
%struct.kept = type { i32, i32 }
%struct.pair = type { i32, i32 }
%struct.fds = type { i32, [2 x i32] }
%struct.time = type { i64, i64 }
%struct.proto = type { i32, i32 }
@p = private unnamed_addr constant [6 x i8] c"%d %p\0A"
@s = private unnamed_addr constant [6 x i8] c"%p %s\0A"
declare ptr @strcpy(ptr, ptr)
declare i32 @printf(ptr, ...)
declare i32 @setvbuf(ptr, ptr, i32, i64)
declare i32 @putenv(ptr)
declare i32 @pipe(ptr)
declare i32 @clock_gettime(i32, ptr)
declare ptr @memchr(ptr)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @copies(ptr %from) {
  %p = alloca %struct.name
  %f = getelementptr %struct.name, ptr %p, i64 0, i32 1
  %r = call ptr @strcpy(ptr %f, ptr @p)
  ret void
}

define internal void @as_text() {
  %p = alloca %struct.text
  %f = getelementptr %struct.text, ptr %p, i64 0, i32 1
  %r = call ptr @strcpy(ptr %f, ptr @p)
  ret void
}

define internal void @address() {
  %p = alloca %struct.shown
  %f = getelementptr %struct.shown, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %r = call i32 (ptr, ...) @printf(ptr @p, i32 1, ptr %p)
  ret void
}

define internal void @string() {
  %p = alloca %struct.printed
  %f = getelementptr %struct.printed, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %r = call i32 (ptr, ...) @printf(ptr @s, ptr null, ptr %p)
  ret void
}

define internal void @keeps() {
  %p = alloca %struct.kept
  %f = getelementptr %struct.kept, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %r = call i32 @putenv(ptr %p)
  ret void
}

define internal void @two_at_once() {
  %p = alloca %struct.pair
  %f = getelementptr %struct.pair, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %g = getelementptr %struct.pair, ptr %p, i64 0, i32 0
  %r = call i32 @pipe(ptr %g)
  ret void
}

define internal void @array() {
  %p = alloca %struct.fds
  %g = getelementptr %struct.fds, ptr %p, i64 0, i32 1
  %r = call i32 @pipe(ptr %g)
  ret void
}

define internal void @over_two_fields() {
  %p = alloca %struct.time
  %g = getelementptr %struct.time, ptr %p, i64 0, i32 0
  %r = call i32 @clock_gettime(i32 0, ptr %g)
  ret void
}

; Not the library's prototype: an unknown function.
define internal void @stranger() {
  %p = alloca %struct.proto
  %f = getelementptr %struct.proto, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %r = call ptr @memchr(ptr %p)
  ret void
}

; NAME: type struct.name{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; NAME-NOT: MismatchedElementAccess
; NAME: FieldAddressTaken @copies
; NAME-NOT: MismatchedElementAccess

; TEXT: type struct.text{{.*}} legal nothing{{$}}
; TEXT: MismatchedElementAccess @as_text: strcpy

; SHOWN: type struct.shown{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; SHOWN-NOT: AddressTaken

; PRINTED: type struct.printed{{.*}} legal nothing{{$}}
; PRINTED: AddressTaken @string: printf reads

; KEPT: type struct.kept{{.*}} legal nothing{{$}}
; KEPT: AddressTaken @keeps

; PAIR: type struct.pair{{.*}} legal nothing{{$}}
; PAIR: AddressTaken @two_at_once: pipe uses

; FDS: type struct.fds{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; FDS-NOT: {{  }}AddressTaken

; TIME: type struct.time{{.*}} legal nothing{{$}}
; TIME: AddressTaken @over_two_fields: clock_gettime uses

; PROTO: type struct.proto{{.*}} legal nothing{{$}}
; PROTO: AddressTaken @stranger
