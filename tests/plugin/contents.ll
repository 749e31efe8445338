; All kinds of things that a module may have survive the exchange of its contents, in their order.
;
; RUN: opt -load-pass-plugin %plugin -S %s -passes=dtrans-reorder-fields -verify-each -o %t.a
; RUN: lathe opt --passes=dtrans-reorder-fields %s -o %t.ll
; RUN: grep -v ModuleID %t.a > %t.host && grep -v ModuleID %t.ll > %t.own
; RUN: diff %t.own %t.host
; RUN: FileCheck %s --input-file=%t.host
; RUN: opt -load-pass-plugin %plugin -S %s -disable-output -verify-each \
; RUN:   -passes='function(require<domtree>,require<loops>),dtrans-reorder-fields,default<O3>,dtrans-shuffle<seed=1>,lto<O2>'

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK: %struct.other = type { i32, ptr }
; CHECK: struct.s = type { i64, i32, i8, i8 }
; CHECK: $group = comdat nodeduplicate
%struct.s = type { i8, i64, i8, i32 }
%struct.other = type { i32, ptr }

$group = comdat nodeduplicate

; CHECK: @grouped = global i32 3, comdat($group)
; CHECK: @local = internal thread_local global i32 7
; CHECK: @block = internal constant ptr blockaddress(@main, %out)
; CHECK: @llvm.used = appending global
; CHECK: @first = internal global
@first = internal global %struct.s { i8 1, i64 2, i8 3, i32 4 }
@grouped = global i32 3, comdat($group)
@other = internal global %struct.other { i32 3, ptr @grouped }
@local = internal thread_local global i32 7
@block = internal constant ptr blockaddress(@main, %out)
@llvm.used = appending global [1 x ptr] [ptr @other], section "llvm.metadata"

; CHECK: @alias = internal alias i32, ptr @grouped
; CHECK: @chosen = internal ifunc i32 (), ptr @resolve
@alias = internal alias i32, ptr @grouped
@chosen = internal ifunc i32 (), ptr @resolve

define internal i32 @one() {
  ret i32 1
}

define internal ptr @resolve() {
  ret ptr @one
}

define i32 @main(i32 %c, ptr %v) comdat($group) {
entry:
  %p = getelementptr %struct.s, ptr @first, i32 0, i32 3
  store i32 %c, ptr %p
  %q = getelementptr %struct.s, ptr @first, i32 0, i32 1
  %w = load i64, ptr %q
  %r = getelementptr %struct.s, ptr @first, i32 0, i32 2
  %x = load i8, ptr %r
  %s = getelementptr %struct.s, ptr @first, i32 0, i32 0
  store i8 %x, ptr %s
  %t = call ptr @llvm.threadlocal.address.p0(ptr @local)
  %y = load i32, ptr %t
  %z = load i32, ptr @alias
  %n = call i32 @chosen()
  %far = load ptr, ptr @block
  indirectbr ptr %far, [label %out]
out:
  %a = trunc i64 %w to i32
  %b = add i32 %a, %y
  %d = add i32 %b, %z
  %e = add i32 %d, %n
  %f = load i32, ptr %p
  %g = add i32 %e, %f
  %h = load i8, ptr %s
  %i = zext i8 %h to i32
  %j = add i32 %g, %i
  ret i32 %j
}

declare ptr @llvm.threadlocal.address.p0(ptr)

; CHECK: !named = !{![[A:[0-9]+]], ![[B:[0-9]+]]}
; CHECK: !llvm.module.flags = !{
; CHECK: !"a"
; CHECK: !"b"
!named = !{!0, !1}
!llvm.module.flags = !{!2}
!0 = !{!"a"}
!1 = !{!"b"}
!2 = !{i32 7, !"PIC Level", i32 2}
