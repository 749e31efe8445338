; RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=S
; RUN: lathe opt --passes='dtrans-analysis<type=struct.fields>' %s | FileCheck %s --check-prefix=FIELDS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.sizes>' %s | FileCheck %s --check-prefix=SIZES
; RUN: lathe opt --passes='dtrans-analysis<type=struct.frozen>' %s | FileCheck %s --check-prefix=FROZEN
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; The spec's example of local pointer analysis:
;   define %struct.S* @f(%struct.S* %p) {
;   entry:
;     %origS = bitcast %struct.S* %p to i8*
;     %isNull = icmp eq %struct.S* %p, null
;     br i1 %flag, label %new, label %end
;   new:
;     %newS = call i8* @malloc(i64 16)
;     br label %end
;   end:
;     %tmp = phi i8* [%origS, %entry], [%newS, %new]
;     %ret = bitcast i8* tmp to %struct.S*
;     ret %ret
;   }
%struct.S = type { i64, i64 }
%struct.fields = type { i32, i32, i64 }
%struct.sizes = type { i32, i32, i64 }
%struct.frozen = type { i32, i32 }
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal ptr @f(ptr %p) {
entry:
  %f = getelementptr %struct.S, ptr %p, i64 0, i32 1
  store i64 1, ptr %f
  %flag = icmp eq ptr %p, null
  br i1 %flag, label %new, label %end
new:
  %newS = call ptr @malloc(i64 16)
  br label %end
end:
  %tmp = phi ptr [ %p, %entry ], [ %newS, %new ]
  ret ptr %tmp
}

define internal void @callsf() {
  %p = call ptr @malloc(i64 32)
  %q = call ptr @f(ptr %p)
  %g = getelementptr %struct.S, ptr %q, i64 0, i32 0
  store i64 1, ptr %g
  ret void
}

; Two fields of one size: good. Which of them it was need not be known.
define internal i32 @same_size(i1 %c) {
  %p = call ptr @malloc(i64 16)
  %a = getelementptr %struct.fields, ptr %p, i64 0, i32 0
  %b = getelementptr %struct.fields, ptr %p, i64 0, i32 1
  %m = select i1 %c, ptr %a, ptr %b
  %x = load i32, ptr %m
  ret i32 %x
}

; The merge itself sets nothing; the access of four bytes that may be one of eight does.
define internal i32 @other_size(i1 %c) {
  %p = call ptr @malloc(i64 16)
  %a = getelementptr %struct.sizes, ptr %p, i64 0, i32 1
  %b = getelementptr %struct.sizes, ptr %p, i64 0, i32 2
  %m = select i1 %c, ptr %a, ptr %b
  %x = load i32, ptr %m
  ret i32 %x
}

define internal i32 @freezes() {
  %p = call ptr @malloc(i64 8)
  %q = freeze ptr %p
  %f = getelementptr %struct.frozen, ptr %q, i64 0, i32 1
  %x = load i32, ptr %f
  ret i32 %x
}

; S: type struct.S{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; S-NOT: BadCasting
; S-DAG: site malloc count 2 @callsf
; S-DAG: site malloc count 1 @f
; S-NOT: BadCasting

; FIELDS: type struct.fields{{ }}
; FIELDS-NOT: UnsafePtrMerge
; FIELDS-NOT: MismatchedElementAccess

; SIZES: type struct.sizes{{.*}} legal nothing{{$}}
; SIZES-NOT: UnsafePtrMerge
; SIZES: MismatchedElementAccess @other_size
; SIZES-NOT: UnsafePtrMerge

; FROZEN: type struct.frozen{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
