; RUN: lathe opt --passes='dtrans-analysis<type=struct.cut>' %s | FileCheck %s --check-prefix=CUT
; RUN: lathe opt --passes='dtrans-analysis<type=struct.padded>' %s | FileCheck %s --check-prefix=PADDED
; RUN: lathe opt --passes='dtrans-analysis<type=struct.bits>' %s | FileCheck %s --check-prefix=BITS
; RUN: lathe opt --passes='dtrans-analysis<type=struct.array>' %s | FileCheck %s --check-prefix=ARRAY
;
; An initializer need not have the type of the struct, but must be cut where the struct is.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.cut = type { i32, i32, i64 }
%struct.padded = type { i32, i8, i64 }
%struct.bits = type { i32, i64 }
%struct.array = type { i32, i8 }
@cut = internal global { i64, i64 } { i64 1, i64 2 }
@padded = internal global { i32, i8, [3 x i8], i64 } { i32 1, i8 2, [3 x i8] zeroinitializer, i64 3 }
@bits = internal global { i8, i8, [2 x i8], [4 x i8], i64 } { i8 1, i8 2, [2 x i8] undef, [4 x i8] undef, i64 3 }
@array = internal global <{ { i32, i8, [3 x i8] }, [9 x { i32, i8, [3 x i8] }] }> <{ { i32, i8, [3 x i8] } { i32 1, i8 2, [3 x i8] undef }, [9 x { i32, i8, [3 x i8] }] zeroinitializer }>
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i64 @reads(i64 %i) {
  %a = getelementptr %struct.cut, ptr @cut, i64 0, i32 2
  %x = load i64, ptr %a
  %b = getelementptr %struct.padded, ptr @padded, i64 0, i32 2
  %y = load i64, ptr %b
  %c = getelementptr %struct.bits, ptr @bits, i64 0, i32 1
  %z = load i64, ptr %c
  %d = getelementptr %struct.array, ptr @array, i64 %i, i32 1
  %w = load i8, ptr %d
  %s = add i64 %x, %y
  ret i64 %s
}

; CUT: type struct.cut{{.*}} legal nothing{{$}}
; CUT: BadCasting @cut: the initializer of 'cut' does not fit

; PADDED: type struct.padded{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; PADDED: HasInitializerList @padded

; BITS: type struct.bits{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}

; ARRAY: type struct.array{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; ARRAY: HasInitializerList @array
