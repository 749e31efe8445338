; RUN: lathe opt --passes='dtrans-analysis<type=struct.end>' %s | FileCheck %s --check-prefix=END
; RUN: lathe opt --passes='dtrans-analysis<type=struct.middle>' %s | FileCheck %s --check-prefix=MIDDLE
; RUN: lathe opt --passes='dtrans-analysis<type=struct.offset>' %s | FileCheck %s --check-prefix=OFFSET
; RUN: lathe opt --passes='dtrans-analysis<type=struct.bad>' %s | FileCheck %s --check-prefix=BAD
; RUN: lathe opt --passes='dtrans-analysis<type=struct.wide>' %s | FileCheck %s --check-prefix=WIDE
;
; Constant expressions and aliases as pointers; exactly the end of an object is a good address.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.end = type { i32, i32 }
%struct.middle = type { i32, i32 }
%struct.offset = type { i32, i32, i64 }
%struct.bad = type { i32, i32 }
%struct.wide = type { i32, i32 }
@arr = internal global [4 x %struct.end] zeroinitializer
@pe = internal global ptr getelementptr (i8, ptr @arr, i64 32)
@p2 = internal global ptr getelementptr (i8, ptr @arr, i64 20)
@m = internal global %struct.middle zeroinitializer
@pm = internal global ptr getelementptr (i8, ptr @m, i64 6)
@o = internal global %struct.offset zeroinitializer
@b = internal global %struct.bad zeroinitializer
@w = internal global %struct.wide zeroinitializer
@a = internal alias %struct.wide, ptr @w
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

define internal i64 @offsetof() {
  ret i64 ptrtoint (ptr getelementptr (%struct.offset, ptr null, i32 0, i32 2) to i64)
}

define internal i16 @access() {
  %x = load i16, ptr getelementptr (i8, ptr @b, i64 4)
  ret i16 %x
}

define internal i64 @through_alias() {
  %x = load i64, ptr @a
  ret i64 %x
}

; END: type struct.end{{.*}} legal reorder-fields delete-fields split aos-to-soa pool{{$}}
; END-NOT: BadPtrManipulation

; MIDDLE: type struct.middle{{.*}} legal nothing{{$}}
; MIDDLE: BadPtrManipulation @pm: an address 6 bytes

; OFFSET: type struct.offset{{.*}} legal nothing{{$}}
; OFFSET: BadPtrManipulation @offsetof: the offset of a field is computed from a null pointer

; BAD: type struct.bad{{.*}} legal nothing{{$}}
; BAD: MismatchedElementAccess @access: 2 bytes

; WIDE: type struct.wide{{.*}} legal reorder-fields delete-fields pool{{$}}
; WIDE: WholeStructureReference @through_alias
