; RUN: lathe opt --passes='dtrans-analysis<type=struct.seen>' %s | FileCheck %s --check-prefix=SEEN
;
; Assembler of the module may name any symbol.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.seen = type { i32, i32 }
@s = internal global %struct.seen zeroinitializer
module asm ".long s"
declare ptr @malloc(i64)

define i32 @main() {
  ret i32 0
}

; SEEN: type struct.seen{{.*}} legal nothing{{$}}
; SEEN: UnhandledUse
