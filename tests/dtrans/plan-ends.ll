; Blame that names no field of a changed type must still take something away, or the same plan would
; be made for ever: here, members of structs without names are reached through pointers of which
; nothing is known, or that are known to be something else.
; RUN: timeout 20 lathe opt --passes=dtrans-delete-fields --remarks=%t.yaml %s -o %t.ll
; RUN: FileCheck %s --input-file=%t.ll
; RUN: timeout 20 lathe opt --passes=dtrans-delete-fields,dtrans-reorder-fields %s -o - | FileCheck %s
; RUN: FileCheck %s --check-prefix=WHY --input-file=%t.yaml

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%0 = type { ptr, i8, i64 }
%1 = type { i32, %2 }
%2 = type { i64, i32, i32 }
%struct.other = type { i64, i64, i64 }
%struct.kept = type { i64, i32, i64 }

; Where the blamed types stay as they are, others still change.
; CHECK-DAG: %0 = type { ptr, i8, i64 }
; CHECK-DAG: %__DFD_struct.kept = type { i64 }
; WHY: Name: FieldsDeleted
; WHY: struct.kept

define internal i8 @unknown(ptr %from) {
  %p = load ptr, ptr poison
  %f = getelementptr inbounds %0, ptr %p, i32 0, i32 1
  %v = load i8, ptr %f
  ret i8 %v
}

define internal void @nested(ptr %keep) {
  %p = load ptr, ptr poison
  %f = getelementptr inbounds %1, ptr %p, i32 0, i32 1, i32 2
  store ptr %f, ptr %keep
  ret void
}

define internal i64 @other(ptr %p) {
  %g = getelementptr inbounds %0, ptr %p, i32 0, i32 2
  %v = load i64, ptr %g
  ret i64 %v
}

define i32 @main() {
  %slot = alloca ptr
  %o = alloca %struct.other
  %k = alloca %struct.kept
  %second = getelementptr inbounds %struct.kept, ptr %k, i32 0, i32 1
  store i32 1, ptr %second
  %third = getelementptr inbounds %struct.kept, ptr %k, i32 0, i32 2
  store i64 2, ptr %third
  store i64 3, ptr %k
  %a = load i64, ptr %third
  %first = load i64, ptr %k
  %b = call i64 @other(ptr %o)
  %c = call i8 @unknown(ptr %slot)
  call void @nested(ptr %slot)
  %sum = add i64 %a, %b
  %sum2 = add i64 %sum, %first
  %r = trunc i64 %sum2 to i32
  ret i32 %r
}
