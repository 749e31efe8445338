; RUN: lathe opt --passes='dtrans-analysis<type=struct.one>' %s | FileCheck %s --check-prefix=ONE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.two>' %s | FileCheck %s --check-prefix=TWO
; RUN: lathe opt --passes='dtrans-analysis<type=struct.lost>' %s | FileCheck %s --check-prefix=LOST
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;
; null, undef and poison fit every type.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.one = type { i32, i32 }
%struct.two = type { i64 }
%struct.lost = type { i32, i32 }
%struct.good = type { i32, i32 }
@unknown = external global ptr
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal ptr @chooses(i1 %c) {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.one, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %q = call ptr @malloc(i64 8)
  %g = getelementptr %struct.two, ptr %q, i64 0, i32 0
  store i64 1, ptr %g
  %m = select i1 %c, ptr %p, ptr %q
  ret ptr %m
}

define internal void @joins(i1 %c) {
entry:
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.lost, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  br i1 %c, label %other, label %end
other:
  %u = load ptr, ptr @unknown
  br label %end
end:
  %m = phi ptr [ %p, %entry ], [ %u, %other ]
  ret void
}

define internal ptr @same(i1 %c) {
entry:
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  br i1 %c, label %other, label %end
other:
  br label %end
end:
  %m = phi ptr [ %p, %entry ], [ null, %other ]
  %n = select i1 %c, ptr %m, ptr undef
  ret ptr %n
}

; ONE: type struct.one{{.*}} legal nothing{{$}}
; ONE: UnsafePtrMerge @chooses

; TWO: type struct.two{{.*}} legal nothing{{$}}
; TWO: UnsafePtrMerge @chooses

; LOST: type struct.lost{{.*}} legal nothing{{$}}
; LOST: UnsafePtrMerge @joins

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: UnsafePtrMerge
