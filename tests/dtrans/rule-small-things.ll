; RUN: lathe opt --passes='dtrans-analysis<type=struct.available>' %s | FileCheck %s --check-prefix=AVAILABLE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.S>' %s | FileCheck %s --check-prefix=S
; RUN: lathe opt --passes='dtrans-analysis<type=struct.S.5>' %s | FileCheck %s --check-prefix=STRUCT_S_5
; RUN: lathe opt --passes='dtrans-analysis<type=struct.operand>' %s | FileCheck %s --check-prefix=OPERAND
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.available = type { i32, i32 }
%struct.S = type { i32, i32 }
%struct.S.5 = type { i32, i32 }
%struct.operand = type { i32, i32 }
declare void @use(ptr)

; A body that may be replaced by another one is no body.
define available_externally void @inline(ptr %p) {
  ret void
}
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @calls() {
  %p = alloca %struct.available
  %f = getelementptr %struct.available, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  call void @inline(ptr %p)
  ret void
}

; Linking gave one struct two names; both at one place are two structs.
define internal void @linked() {
  %p = alloca %struct.S
  %f = getelementptr %struct.S, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  %g = getelementptr %struct.S.5, ptr %p, i64 0, i32 1
  store i32 1, ptr %g
  ret void
}

define internal void @assembler() {
  %p = alloca %struct.operand
  %f = getelementptr %struct.operand, ptr %p, i64 0, i32 1
  call void asm "", "=*m"(ptr elementtype(i32) %f)
  ret void
}

; AVAILABLE: type struct.available{{.*}} legal nothing{{$}}
; AVAILABLE: AddressTaken @calls

; S: type struct.S{{.*}} legal nothing{{$}}
; S: BadCasting @linked

; STRUCT_S_5: type struct.S.5{{.*}} legal nothing{{$}}
; STRUCT_S_5: BadCasting @linked

; OPERAND: type struct.operand{{.*}} legal nothing{{$}}
; OPERAND: UnhandledUse @assembler
