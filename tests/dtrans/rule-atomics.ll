; Atomic accesses keep the width and alignment of their field, which reordering does, too; the field
; is not deleted even if nobody reads it, since others may wait for the write. What is read by an
; exchange alone is read. Packed structs, too little alignment and volatile atomics keep the layout.
;
; RUN: lathe opt --passes=dtrans-analysis %s | FileCheck %s
; RUN: lathe opt --passes=dtrans-delete-fields %s -o - | FileCheck %s --check-prefix=DELETED

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.good = type { i8, i64, i32, i8 }
%struct.packed = type <{ i8, i64, i32 }>
%struct.loose = type { i8, i64, i32 }
%struct.volatile = type { i8, i64, i32 }
%struct.written = type { i8, i64, i32, i64 }
declare ptr @malloc(i64)

define i32 @main() {
  %g = call ptr @malloc(i64 24)
  %gf = getelementptr %struct.good, ptr %g, i64 0, i32 1
  %o = atomicrmw add ptr %gf, i64 1 seq_cst, align 8
  %gx = getelementptr %struct.good, ptr %g, i64 0, i32 2
  %c = cmpxchg ptr %gx, i32 0, i32 1 seq_cst seq_cst, align 4
  %p = call ptr @malloc(i64 13)
  %pf = getelementptr %struct.packed, ptr %p, i64 0, i32 1
  %po = load atomic i64, ptr %pf seq_cst, align 8
  %l = call ptr @malloc(i64 24)
  %lf = getelementptr %struct.loose, ptr %l, i64 0, i32 1
  %lo = load atomic i64, ptr %lf seq_cst, align 4
  %v = call ptr @malloc(i64 24)
  %vf = getelementptr %struct.volatile, ptr %v, i64 0, i32 1
  %vo = load atomic volatile i64, ptr %vf seq_cst, align 8
  %w = call ptr @malloc(i64 32)
  %wf = getelementptr %struct.written, ptr %w, i64 0, i32 1
  store atomic i64 1, ptr %wf release, align 8
  %wg = getelementptr %struct.written, ptr %w, i64 0, i32 3
  store i64 1, ptr %wg, align 8
  %wh = getelementptr %struct.written, ptr %w, i64 0, i32 2
  %r = load i32, ptr %wh
  ret i32 %r
}

; CHECK: type struct.good {{.*}} legal reorder-fields delete-fields{{$}}
; CHECK: field 1 offset 8 size 8 reads 1 writes 1{{$}}
; CHECK: field 2 offset 16 size 4 reads 1 writes 1{{$}}
; CHECK: VolatileData @main: an atomic operation accesses it
; CHECK: type struct.packed {{.*}} legal nothing
; CHECK: type struct.loose {{.*}} legal nothing
; CHECK: type struct.volatile {{.*}} legal nothing
; CHECK: VolatileData @main: a volatile access touches it
; CHECK: type struct.written {{.*}} legal reorder-fields delete-fields{{$}}

; DELETED-DAG: %__DFD_struct.written = type { i64, i32 }
; DELETED: define i32 @main()
; DELETED: store atomic i64 1, ptr %{{.*}} release, align 8
