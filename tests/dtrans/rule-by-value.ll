; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
;
; A value of several whole fields that is passed or returned can be put together again from wherever
; the fields are; what is computed, cut or seen by anything but a call cannot.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.passed = type { i32, i32 }
%struct.result = type { i8, i8, i16, i32 }
%struct.aggregate = type { i32, i32, float, float }
%struct.inner = type { i16, i16 }
%struct.nested = type { %struct.inner, [2 x i16], i32 }
%struct.temporary = type { i32, i32, i32 }
%struct.computed = type { i32, i32 }
%struct.both = type { i32, i32 }
%struct.made = type { i32, i32 }
%struct.cut = type <{ i32, i64, i32 }>
%struct.half = type { i64, i64 }
%struct.watched = type { i32, i32 }
%struct.swapped = type { i32, i32 }
%struct.short = type { i16, i16, i16 }
%struct.larger = type { i32, i32, i32 }
declare ptr @malloc(i64)
declare i64 @llvm.bswap.i64(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @outside(i64)

define i32 @main() {
  ret i32 0
}

; CHECK: type struct.passed {{.*}} legal reorder-fields delete-fields pool{{$}}
; CHECK-NEXT: field 0 offset 0 size 4 reads 1 writes 1
; CHECK-NEXT: field 1 offset 4 size 4 reads 1 writes 1
; CHECK: WholeStructureReference @gives: 8 bytes of the object are loaded as one value, to be passed or returned
; CHECK: WholeStructureReference @takes: 8 bytes of the object are stored as one value, to be passed or returned
define internal void @gives() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.passed, ptr %p, i64 0, i32 1
  %x = load i64, ptr %p
  call void @takes(i64 %x)
  call void @outside(i64 %x)
  ret void
}
define internal void @takes(i64 %x) {
  %p = alloca %struct.passed
  store i64 %x, ptr %p
  ret void
}

; CHECK: type struct.result {{.*}} legal reorder-fields delete-fields pool{{$}}
define internal void @result() {
  %p = alloca %struct.result
  %x = call i64 @get()
  store i64 %x, ptr %p
  ret void
}
define internal i64 @get() {
  ret i64 1
}

; CHECK: type struct.aggregate {{.*}} legal reorder-fields delete-fields pool{{$}}
define internal { i64, <2 x float> } @aggregate() {
  %p = alloca %struct.aggregate
  %x = load { i64, <2 x float> }, ptr %p
  %a = extractvalue { i64, <2 x float> } %x, 0
  call void @outside(i64 %a)
  ret { i64, <2 x float> } %x
}

; CHECK: type struct.nested {{.*}} legal reorder-fields delete-fields pool{{$}}
; CHECK: type struct.inner {{.*}} legal reorder-fields delete-fields pool{{$}}
; CHECK-NEXT: field 0 offset 0 size 2 reads 1 writes 0
; CHECK-NEXT: field 1 offset 2 size 2 reads 1 writes 0
define internal i96 @nested() {
  %p = alloca %struct.nested
  %x = load i96, ptr %p
  ret i96 %x
}

; CHECK: type struct.temporary {{.*}} legal reorder-fields delete-fields pool{{$}}
; CHECK: WholeStructureReference @temporary: the object is passed by value in pieces
define internal { i64, i32 } @temporary() {
  %p = alloca %struct.temporary
  %t = alloca { i64, i32 }
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %p, i64 12, i1 false)
  %x = load { i64, i32 }, ptr %t
  ret { i64, i32 } %x
}

; CHECK: type struct.computed {{.*}} legal nothing{{$}}
; CHECK: WholeStructureReference @computed: 8 bytes of the object are loaded as one value{{$}}
define internal i64 @computed() {
  %p = alloca %struct.computed
  %x = load i64, ptr %p
  %y = add i64 %x, 1
  ret i64 %y
}

; CHECK: type struct.both {{.*}} legal nothing{{$}}
; CHECK: WholeStructureReference @both: 8 bytes of the object are loaded as one value{{$}}
define internal i1 @both() {
  %p = alloca %struct.both
  %x = load i64, ptr %p
  call void @outside(i64 %x)
  %y = icmp eq i64 %x, 0
  ret i1 %y
}

; CHECK: type struct.made {{.*}} legal nothing{{$}}
; CHECK: WholeStructureReference @made: 8 bytes of the object are stored as one value{{$}}
define internal void @made(i64 %x) {
  %p = alloca %struct.made
  %y = shl i64 %x, 1
  store i64 %y, ptr %p
  ret void
}

; CHECK: type struct.cut {{.*}} legal nothing{{$}}
; CHECK: WholeStructureReference @cut: 16 bytes of the object are loaded as one value{{$}}
define internal { i64, i64 } @cut() {
  %p = alloca %struct.cut
  %x = load { i64, i64 }, ptr %p
  ret { i64, i64 } %x
}

; CHECK: type struct.half {{.*}} legal nothing{{$}}
; CHECK: MismatchedElementAccess @half: 4 bytes are read where a field of 8 bytes is
define internal i32 @half() {
  %p = alloca %struct.half
  %f = getelementptr %struct.half, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; CHECK: type struct.watched {{.*}} legal nothing{{$}}
; CHECK: VolatileData @watched
define internal i64 @watched() {
  %p = alloca %struct.watched
  %x = load volatile i64, ptr %p
  ret i64 %x
}

; CHECK: type struct.swapped {{.*}} legal nothing{{$}}
; CHECK: WholeStructureReference @swapped: 8 bytes of the object are loaded as one value{{$}}
define internal i64 @swapped() {
  %p = alloca %struct.swapped
  %x = load i64, ptr %p
  %y = call i64 @llvm.bswap.i64(i64 %x)
  ret i64 %y
}

; CHECK: type struct.short {{.*}} legal nothing{{$}}
; CHECK: MismatchedElementAccess @short: 8 bytes are read where a field of 2 bytes is
define internal i64 @short() {
  %p = alloca %struct.short
  %x = load i64, ptr %p
  ret i64 %x
}

; CHECK: type struct.larger {{.*}} legal nothing{{$}}
; CHECK: WholeStructureReference @larger: the object is passed by value in pieces
define internal { i64, i64 } @larger() {
  %p = alloca %struct.larger
  %t = alloca { i64, i64 }
  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %p, i64 12, i1 false)
  %x = load { i64, i64 }, ptr %t
  ret { i64, i64 } %x
}
