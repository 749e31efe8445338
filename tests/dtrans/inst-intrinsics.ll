; Intrinsics that get a pointer: those that say nothing about bytes are harmless; one with a size of
; its own, or that no rule knows, is not understood. A frozen pointer is the pointer.
;
; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.invariant = type { i32, i64 }
%struct.endless = type { i32, i64 }
%struct.unknown = type { i32, i64 }
%struct.tested = type { i32, i64 }
%struct.prefetched = type { i32, i64 }
%struct.frozen = type { i32, i64 }
%struct.thawed = type { i32, i64 }
%struct.other = type { i64, i32 }
declare ptr @malloc(i64)
declare ptr @llvm.invariant.start.p0(i64, ptr)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32, i32)
declare void @llvm.assume(i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)

define i32 @main(i32 %argc, ptr %argv) {
  call void @invariant()
  call void @unknown()
  call void @tested()
  call void @prefetched()
  call void @frozen(i32 %argc)
  ret i32 0
}

define internal void @invariant() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.invariant, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  %i = call ptr @llvm.invariant.start.p0(i64 16, ptr %p)
  %q = call ptr @malloc(i64 16)
  %g = getelementptr %struct.endless, ptr %q, i64 0, i32 1
  store i64 1, ptr %g
  %j = call ptr @llvm.invariant.start.p0(i64 -1, ptr %q)
  ret void
}

define internal void @unknown() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.unknown, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  %q = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([1 x %struct.unknown]) %p, i32 0, i32 1)
  ret void
}

define internal void @tested() {
  %p = call ptr @malloc(i64 16)
  %t = icmp ne ptr %p, null
  call void @llvm.assume(i1 %t)
  %f = getelementptr %struct.tested, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  ret void
}

define internal void @prefetched() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.prefetched, ptr %p, i64 0, i32 1
  call void @llvm.prefetch.p0(ptr %f, i32 0, i32 3, i32 1)
  store i64 1, ptr %f
  ret void
}

define internal void @frozen(i32 %n) {
  %p = call ptr @malloc(i64 16)
  %q = freeze ptr %p
  %f = getelementptr %struct.frozen, ptr %q, i64 0, i32 1
  store i64 1, ptr %f
  %r = call ptr @malloc(i64 16)
  %s = freeze ptr %r
  %g = getelementptr %struct.thawed, ptr %r, i64 0, i32 1
  %h = getelementptr %struct.other, ptr %s, i64 0, i32 1
  store i64 1, ptr %g
  store i32 1, ptr %h
  ret void
}

; CHECK-LABEL: type struct.invariant {{.*}} legal nothing
; CHECK: UnhandledUse @invariant: a number of its bytes is said to be constant
; CHECK-LABEL: type struct.endless {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
; CHECK-LABEL: type struct.unknown {{.*}} legal nothing
; CHECK: UnhandledUse @unknown: an operation that is not followed uses it
; CHECK-LABEL: type struct.tested {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
; CHECK-LABEL: type struct.prefetched {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
; CHECK-LABEL: type struct.frozen {{.*}} legal reorder-fields delete-fields split aos-to-soa pool
; CHECK-LABEL: type struct.thawed {{.*}} legal nothing
; CHECK: BadCasting @frozen: a pointer to it is also used as a pointer to 'struct.other'
