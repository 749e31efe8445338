; RUN: lathe opt --passes='dtrans-analysis<type=struct.asm>' %s | FileCheck %s --check-prefix=ASM
; RUN: lathe opt --passes='dtrans-analysis<type=struct.vector>' %s | FileCheck %s --check-prefix=VECTOR
; RUN: lathe opt --passes='dtrans-analysis<type=struct.good>' %s | FileCheck %s --check-prefix=GOOD
;

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.asm = type { i32, i32 }
%struct.vector = type { i32, i32 }
%struct.good = type { i32, i32 }
declare <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr>, <2 x i1>, <2 x i32>)
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal void @assembler() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.asm, ptr %p, i64 0, i32 1
  store i32 1, ptr %f
  call void asm sideeffect "", "r"(ptr %p)
  ret void
}

define internal <2 x i32> @gathers() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.vector, ptr %p, i64 0, i32 1
  %v = insertelement <2 x ptr> poison, ptr %f, i32 0
  %w = insertelement <2 x ptr> %v, ptr %f, i32 1
  %x = call <2 x i32> @llvm.masked.gather.v2i32.v2p0(<2 x ptr> align 4 %w, <2 x i1> <i1 true, i1 true>, <2 x i32> poison)
  ret <2 x i32> %x
}

define internal i32 @plain() {
  %p = call ptr @malloc(i64 8)
  %f = getelementptr %struct.good, ptr %p, i64 0, i32 1
  %x = load i32, ptr %f
  call void asm sideeffect "", "r"(i32 %x)
  ret i32 %x
}

; ASM: type struct.asm{{.*}} legal nothing{{$}}
; ASM: UnhandledUse @assembler

; VECTOR: type struct.vector{{.*}} legal nothing{{$}}
; VECTOR: UnhandledUse @gathers

; GOOD: type struct.good{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; GOOD-NOT: UnhandledUse
