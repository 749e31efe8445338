"""Feeds lathe valid IR of the odd sort and checks that no command takes it for a defect of its own.

    odd_ir.py --lathe build/bin/lathe --llvm-as llvm-as-22 --passes all

Every type of TYPES is put into every form of FORMS that LLVM accepts it in (a field, a slot on the
stack, a value around a loop, an atomic, a parameter, …), and the modules of MODULES have what comes
in no such grid. Each module goes through every command and each of lathe's passes alone. A run fails
when its exit code is none of 0, 2, 3, 4 (1 where a check was asked for), or when it does not end.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

X86 = ('target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-'
       'n8:16:32:64-S128"\ntarget triple = "x86_64-unknown-linux-gnu"\n')
ARM = ('target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i8:8:32-i16:16:32-i64:64-'
       'i128:128-n32:64-S128-Fn32"\ntarget triple = "aarch64-unknown-linux-gnu"\n')

TYPES = {
    "i1": "i1", "i7": "i7", "i64": "i64", "i129": "i129", "i1000": "i1000", "half": "half",
    "bfloat": "bfloat", "double": "double", "fp128": "fp128", "x86_fp80": "x86_fp80",
    "ppc_fp128": "ppc_fp128", "ptr": "ptr", "ptr1": "ptr addrspace(1)", "ptr270": "ptr addrspace(270)",
    "vec": "<4 x i32>", "vec_i1": "<7 x i1>", "vec_ptr": "<2 x ptr>", "scalable": "<vscale x 4 x i32>",
    "scalable_i1": "<vscale x 16 x i1>", "scalable_ptr": "<vscale x 2 x ptr>",
    "scalable_double": "<vscale x 2 x double>", "empty": "{}", "packed": "<{ i8, i64 }>",
    "empty_array": "[0 x i32]", "array": "[3 x i24]", "nested": "{ i8, { ptr, [2 x i16] } }",
    "scalable_pair": "{ <vscale x 4 x i32>, <vscale x 4 x i32> }",
    "scalable_array": "[2 x <vscale x 4 x i32>]",
    "scalable_nested": "{ { <vscale x 4 x i32>, <vscale x 4 x i32> } }",
    "image": 'target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0)', "event": 'target("spirv.Event")',
    "svcount": 'target("aarch64.svcount")', "tuple": 'target("riscv.vector.tuple", <vscale x 8 x i8>, 2)',
    "barrier": 'target("amdgcn.named.barrier", 0)', "dx": 'target("dx.RawBuffer", i8, 1, 0)',
    "amx": "x86_amx", "token": "token", "opaque": "%opaque", "huge": "[4611686018427387904 x i8]",
}

DECLARATIONS = """
%opaque = type opaque
declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare void @free(ptr)
declare void @use(...)
declare void @checkpoint()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
"""

# T is the type, N a number that makes names differ.
FORMS = {
    "memory": """
define void @memory(ptr %p, ptr %q) {
  %v = load T, ptr %p
  store T %v, ptr %q
  ret void
}""",
    "global": """
@g = global T zeroinitializer
@ga = internal global [4 x T] zeroinitializer
define ptr @global(i64 %i) {
  %p = getelementptr [4 x T], ptr @ga, i64 0, i64 %i
  %v = load T, ptr %p
  store T %v, ptr @g
  ret ptr %p
}""",
    "extern": """
@x = external global T
define ptr @extern() {
  ret ptr @x
}""",
    "stack": """
define void @stack(i64 %n) {
  %a = alloca T
  %b = alloca T, i64 %n
  call void @llvm.lifetime.start.p0(ptr %a)
  %v = load T, ptr %b
  store T %v, ptr %a
  call void @checkpoint()
  %w = load T, ptr %a
  store T %w, ptr %b
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}""",
    "across": """
define T @across(ptr %p, i32 %n) {
e:
  %v = load T, ptr %p
  br label %l
l:
  %i = phi i32 [ 0, %e ], [ %j, %l ]
  %s = phi T [ %v, %e ], [ %w, %l ]
  %w = load T, ptr %p
  call void @checkpoint()
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %l, label %x
x:
  store T %s, ptr %p
  ret T %w
}""",
    "loop": """
define void @loop(ptr noalias %a, ptr noalias %b, i64 %n) {
e:
  br label %l
l:
  %i = phi i64 [ 0, %e ], [ %j, %l ]
  %p = getelementptr inbounds T, ptr %a, i64 %i
  %q = getelementptr inbounds T, ptr %b, i64 %i
  %v = load T, ptr %p
  store T %v, ptr %q
  %j = add nsw i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %l, label %x
x:
  ret void
}""",
    "nest": """
define void @nest(ptr %a, ptr %b) {
e:
  br label %o
o:
  %i = phi i64 [ 0, %e ], [ %k, %oe ]
  br label %l
l:
  %j = phi i64 [ 0, %o ], [ %m, %l ]
  %p = getelementptr inbounds [64 x T], ptr %a, i64 %i, i64 %j
  %q = getelementptr inbounds [64 x T], ptr %b, i64 %j, i64 %i
  %v = load T, ptr %q
  store T %v, ptr %p
  %m = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %m, 64
  br i1 %c, label %oe, label %l
oe:
  %k = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %k, 64
  br i1 %d, label %x, label %o
x:
  ret void
}""",
    "field": """
%struct.s = type { ptr, T, i8, i64, i8 }
@list = internal global ptr null
define internal void @push(T %v) {
  %n = call ptr @malloc(i64 ptrtoint (ptr getelementptr (%struct.s, ptr null, i32 1) to i64))
  %p = getelementptr %struct.s, ptr %n, i64 0, i32 1
  store T %v, ptr %p
  %h = load ptr, ptr @list
  store ptr %h, ptr %n
  %k = getelementptr %struct.s, ptr %n, i64 0, i32 3
  store i64 7, ptr %k
  store ptr %n, ptr @list
  ret void
}
define i64 @field(ptr %from) {
  %v = load T, ptr %from
  call void @push(T %v)
  %h = load ptr, ptr @list
  %k = getelementptr %struct.s, ptr %h, i64 0, i32 3
  %r = load i64, ptr %k
  %p = getelementptr %struct.s, ptr %h, i64 0, i32 1
  %w = load T, ptr %p
  store T %w, ptr %from
  ret i64 %r
}""",
    "over": """
%struct.o = type { ptr, i32, i64, i8 }
define i64 @over(T %v) {
  %n = call ptr @calloc(i64 10, i64 32)
  %p = getelementptr %struct.o, ptr %n, i64 1, i32 1
  store T %v, ptr %p
  %k = getelementptr %struct.o, ptr %n, i64 1, i32 2
  %r = load i64, ptr %k
  call void @free(ptr %n)
  ret i64 %r
}""",
    "source": """
%struct.q = type { ptr, i32, i64, i8 }
define i64 @source(i64 %i) {
  %n = call ptr @malloc(i64 32)
  %p = getelementptr T, ptr %n, i64 %i
  store i8 1, ptr %p
  %k = getelementptr %struct.q, ptr %n, i64 0, i32 2
  %r = load i64, ptr %k
  ret i64 %r
}""",
    "pass": """
define internal T @callee(T %v, ptr %p) noinline {
  store T %v, ptr %p
  ret T %v
}
define void @pass(ptr %p) {
  %v = load T, ptr %p
  %w = call T @callee(T %v, ptr %p)
  store T %w, ptr %p
  ret void
}""",
    "byval": """
define void @byval(ptr byval(T) %p) {
  %v = load T, ptr %p
  %q = alloca T
  store T %v, ptr %q
  call void @byval(ptr byval(T) %q)
  ret void
}""",
    "sret": """
define internal void @fill(ptr sret(T) %p) noinline {
  call void @checkpoint()
  ret void
}
define void @sret() {
  %q = alloca T
  call void @fill(ptr sret(T) %q)
  ret void
}""",
    "select": """
define void @select(i1 %c, ptr %p, ptr %q) {
  %v = load T, ptr %p
  %w = load T, ptr %q
  %s = select i1 %c, T %v, T %w
  %f = freeze T %s
  store T %f, ptr %p
  ret void
}""",
    "exchange": """
define void @exchange(ptr %p, ptr %q) {
  %v = load T, ptr %q
  %w = atomicrmw xchg ptr %p, T %v seq_cst
  store T %w, ptr %q
  ret void
}""",
    "add": """
define void @add(ptr %p, T %v) {
  %w = atomicrmw add ptr %p, T %v seq_cst
  %x = cmpxchg ptr %p, T %v, T %w acq_rel monotonic
  %y = extractvalue { T, i1 } %x, 0
  store T %y, ptr %p
  ret void
}""",
    "fadd": """
define void @fadd(ptr %p, T %v) {
  %w = atomicrmw fadd ptr %p, T %v seq_cst
  store T %w, ptr %p
  ret void
}""",
    "atomic": """
define void @atomic(ptr %p, ptr %q) {
  %v = load atomic T, ptr %p seq_cst, align 16
  store atomic volatile T %v, ptr %q release, align 16
  ret void
}""",
    "arguments": """
define void @arguments(ptr %l, ...) {
  %v = va_arg ptr %l, T
  call void (...) @use(T %v)
  ret void
}""",
    "pieces": """
define void @pieces(ptr %p) {
  %v = load T, ptr %p
  %a = insertvalue { i8, T } poison, T %v, 1
  %b = insertvalue [2 x T] poison, T %v, 0
  %x = extractvalue { i8, T } %a, 1
  store T %x, ptr %p
  store [2 x T] %b, ptr %p
  ret void
}""",
    "copy": """
define void @copy(ptr %p) {
  %a = alloca T
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %p, i64 ptrtoint (ptr getelementptr (T, ptr null, i32 1) to i64), i1 false)
  call void @checkpoint()
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %a, i64 ptrtoint (ptr getelementptr (T, ptr null, i32 1) to i64), i1 false)
  ret void
}""",
    "undef": """
define T @undef(i1 %c) {
  br i1 %c, label %a, label %b
a:
  ret T poison
b:
  ret T undef
}""",
    "held": """
%struct.h = type { i64, [2 x T], i8 }
@held = internal global %struct.h zeroinitializer
define i64 @held_get() {
  %v = load i64, ptr @held
  %p = getelementptr %struct.h, ptr @held, i64 0, i32 2
  store i8 1, ptr %p
  ret i64 %v
}""",
    "attribute": """
define void @attribute(ptr elementtype(i8) %p) {
  %x = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype(T) %p, i32 0, i32 1)
  store i8 0, ptr %x
  ret void
}
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32, i32)""",
}

MAIN = """
define i32 @main(i32 %c, ptr %v) {
  call void @checkpoint()
  ret i32 0
}
"""

# What is no matter of one type.
MODULES = {
    "callbr": """define i32 @f(i32 %x) {
  callbr void asm sideeffect "", "r,!i"(i32 %x) to label %a [label %b]
a:
  call void @checkpoint()
  ret i32 1
b:
  ret i32 0
}""",
    "indirectbr": """@t = internal constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
define i32 @f(i64 %i) {
  %p = getelementptr [2 x ptr], ptr @t, i64 0, i64 %i
  %d = load ptr, ptr %p
  indirectbr ptr %d, [label %a, label %b]
a:
  call void @checkpoint()
  ret i32 1
b:
  ret i32 0
}""",
    "invoke": """declare i32 @__gxx_personality_v0(...)
define i32 @f() personality ptr @__gxx_personality_v0 {
  invoke void @checkpoint() to label %a unwind label %b
a:
  ret i32 1
b:
  %l = landingpad { ptr, i32 } cleanup catch ptr null
  resume { ptr, i32 } %l
}""",
    "cleanup": """declare i32 @__CxxFrameHandler3(...)
define i32 @f() personality ptr @__CxxFrameHandler3 {
  invoke void @checkpoint() to label %a unwind label %b
a:
  ret i32 1
b:
  %s = catchswitch within none [label %c] unwind label %d
c:
  %p = catchpad within %s [ptr null, i32 64, ptr null]
  call void @checkpoint() [ "funclet"(token %p) ]
  catchret from %p to label %a
d:
  %q = cleanuppad within none []
  cleanupret from %q unwind to caller
}""",
    "coroutine": """declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare void @llvm.coro.end(ptr, i1, token)
define ptr @f() presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %m = call ptr @malloc(i64 64)
  %h = call ptr @llvm.coro.begin(token %id, ptr %m)
  call void @checkpoint()
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %e [i8 0, label %r i8 1, label %e]
r:
  br label %e
e:
  call void @llvm.coro.end(ptr %h, i1 false, token none)
  ret ptr %h
}""",
    "statepoint": """declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
define ptr addrspace(1) @f(ptr addrspace(1) %o) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @checkpoint, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %o) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)""",
    "musttail": """define i32 @f(i32 %x, ptr %p) {
  call void @checkpoint()
  %r = musttail call i32 @f(i32 %x, ptr %p)
  ret i32 %r
}""",
    "swifterror": """define swiftcc void @f(ptr swifterror %e) {
  %a = alloca swifterror ptr
  store ptr null, ptr %a
  call swiftcc void @f(ptr swifterror %a)
  call void @checkpoint()
  %v = load ptr, ptr %a
  store ptr %v, ptr %e
  ret void
}""",
    "inalloca": """define void @g(ptr inalloca({ i32, i64 }) %p) {
  call void @checkpoint()
  ret void
}
define void @f() {
  %a = alloca inalloca { i32, i64 }
  call void @g(ptr inalloca({ i32, i64 }) %a)
  ret void
}""",
    "preallocated": """declare token @llvm.call.preallocated.setup(i32)
declare ptr @llvm.call.preallocated.arg(token, i32)
define void @g(ptr preallocated({ i32, i64 }) %p) {
  ret void
}
define void @f() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %p = call ptr @llvm.call.preallocated.arg(token %t, i32 0) preallocated({ i32, i64 })
  call void @checkpoint()
  call void @g(ptr preallocated({ i32, i64 }) %p) [ "preallocated"(token %t) ]
  ret void
}""",
    "ifunc": """@i = ifunc void (), ptr @resolve
@a = alias i32, ptr @v
@b = alias i8, getelementptr (i8, ptr @v, i64 1)
@v = global i32 0
define ptr @resolve() {
  ret ptr @f
}
define void @f() {
  call void @i()
  call void @checkpoint()
  store i32 1, ptr @a
  store i8 1, ptr @b
  ret void
}""",
    "bundles": """define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16), "nonnull"(ptr %p), "dereferenceable"(ptr %p, i64 %n) ]
  call void @checkpoint() [ "deopt"(ptr %p, i64 %n), "odd"(i32 7) ]
  ret void
}
declare void @llvm.assume(i1)""",
    "variadic": """declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
define i32 @f(i32 %n, ...) {
  %l = alloca [24 x i8], align 16
  call void @llvm.va_start.p0(ptr %l)
  call void @checkpoint()
  %v = va_arg ptr %l, i32
  call void @llvm.va_end.p0(ptr %l)
  ret i32 %v
}""",
    "comdat": """$c = comdat any
$d = comdat nodeduplicate
@c = linkonce_odr global { i32, ptr } zeroinitializer, comdat
@d = dllexport global i32 1, comdat
@e = external dllimport global i32
@h = hidden thread_local(localexec) global [3 x i24] zeroinitializer
@u = extern_weak global i8
@s = internal global i32 1, section "odd section", partition "p", align 64
define i32 @f() comdat($c) {
  %v = load i32, ptr @e
  call void @checkpoint()
  ret i32 %v
}""",
    "asm": """module asm ".globl odd"
module asm "odd: ret"
declare void @odd()
define i64 @f(ptr %p) {
  %r = call { i64, i64 } asm sideeffect "cpuid", "={ax},={bx},*m,~{memory}"(ptr elementtype(<vscale x 4 x i32>) %p)
  call void @odd()
  call void @checkpoint()
  %v = extractvalue { i64, i64 } %r, 0
  ret i64 %v
}""",
    "spaces": """@l = addrspace(3) global i32 0
define void @f(ptr addrspace(1) %p) addrspace(0) {
  %q = addrspacecast ptr addrspace(1) %p to ptr
  %r = addrspacecast ptr addrspace(3) @l to ptr
  %i = ptrtoint ptr addrspace(270) null to i32
  call void @checkpoint()
  store i32 %i, ptr %q
  store i32 1, ptr %r
  ret void
}""",
    "metadata": """@g = global i32 0, !a !0, !type !1
define void @f(ptr %p) !a !0 !prof !2 {
  %v = load ptr, ptr %p, !nonnull !3, !dereferenceable !4, !a !0
  store ptr %v, ptr %p, !nontemporal !5
  call void @llvm.dbg.value(metadata ptr %v, metadata !6, metadata !DIExpression()), !dbg !9
  call void @checkpoint(), !a !0
  ret void, !a !0
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!llvm.module.flags = !{!10, !12}
!llvm.dbg.cu = !{!7}
!odd = !{!0, !1}
!0 = !{!"x\\1B[31m", i8 1, ptr @g, !0}
!1 = !{i64 0, !"t"}
!2 = !{!"function_entry_count", i64 7}
!3 = !{}
!4 = !{i64 8}
!5 = !{i32 1}
!6 = !DILocalVariable(name: "x", scope: !8)
!7 = distinct !DICompileUnit(language: DW_LANG_C, file: !11, emissionKind: FullDebug)
!8 = distinct !DISubprogram(name: "f", file: !11, unit: !7, spFlags: DISPFlagDefinition)
!9 = !DILocation(line: 1, scope: !8)
!10 = !{i32 2, !"Debug Info Version", i32 3}
!11 = !DIFile(filename: "odd\\0A.c", directory: "/")
!12 = !{i32 1, !"odd", !{i32 1}}""",
    "returns-twice": """declare i32 @setjmp(ptr) returns_twice
define i32 @f(ptr %b) {
  %a = alloca i32
  %r = call i32 @setjmp(ptr %b)
  call void @checkpoint()
  %v = load i32, ptr %a
  ret i32 %v
}""",
    "dynamic": """declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
define void @f(i64 %n, i129 %m) {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i8, i64 %n
  %b = alloca i24, i129 %m
  call void @checkpoint()
  store i8 1, ptr %a
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}""",
    "unreachable": """define void @f() {
  unreachable
dead:
  %x = add i32 %x, 1
  br label %dead
}""",
    "endless": """define void @f() {
  br label %l
l:
  call void @checkpoint()
  br label %l
}""",
    "switch": """define i32 @f(i129 %x) {
  switch i129 %x, label %d [i129 -1, label %a
    i129 340282366920938463463374607431768211456, label %a]
a:
  call void @checkpoint()
  ret i32 1
d:
  ret i32 0
}""",
    "prefix": """define void @f() gc "none" prefix i32 7 prologue <{ i8 }> <{ i8 -112 }> {
  call void @checkpoint()
  ret void
}""",
    "vectors": """define void @f(<2 x ptr> %p, <2 x i64> %i, <vscale x 2 x ptr> %q) {
  %g = getelementptr { i32, i64 }, <2 x ptr> %p, <2 x i64> %i, i32 1
  %v = call <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr> %g, i32 8, <2 x i1> splat (i1 true), <2 x i64> zeroinitializer)
  call void @llvm.masked.scatter.v2i64.v2p0(<2 x i64> %v, <2 x ptr> %g, i32 8, <2 x i1> splat (i1 true))
  %h = getelementptr i32, <vscale x 2 x ptr> %q, i64 1
  %e = extractelement <vscale x 2 x ptr> %h, i64 0
  call void @checkpoint()
  store i32 1, ptr %e
  ret void
}
declare <2 x i64> @llvm.masked.gather.v2i64.v2p0(<2 x ptr>, i32, <2 x i1>, <2 x i64>)
declare void @llvm.masked.scatter.v2i64.v2p0(<2 x i64>, <2 x ptr>, i32, <2 x i1>)""",
}

MAINS = {
    "none": "", "declared": "declare i32 @main()", "void": "define void @main() {BODY ret void }",
    "long": "define i64 @main(i64 %c, ptr %v) {BODY ret i64 0 }",
    "three": "define i32 @main(i32 %c, ptr %v, ptr %e) {BODY ret i32 0 }",
    "four": "define i32 @main(i32 %c, ptr %v, ptr %e, ptr %a) {BODY ret i32 0 }",
    "swapped": "define i32 @main(ptr %v, i32 %c) {BODY ret i32 0 }",
    "float": "define float @main(double %c) {BODY ret float 0.0 }",
    "struct": "define { i32, i32 } @main({ i32, i64 } %c) {BODY ret { i32, i32 } zeroinitializer }",
    "scalable": "define <vscale x 4 x i32> @main(<vscale x 4 x i32> %c) {BODY ret <vscale x 4 x i32> %c }",
    "variadic": "define i32 @main(...) {BODY ret i32 0 }", "narrow": "define i8 @main(i8 %c) {BODY ret i8 0 }",
    "vector": "define <4 x i32> @main() {BODY ret <4 x i32> zeroinitializer }",
    "byval": "define i32 @main(ptr byval({ i64, i64, i64 }) %p) {BODY ret i32 0 }",
    "sret": "define void @main(ptr sret({ i64, i64, i64 }) %p) {BODY ret void }",
    "internal": "define internal i32 @main() {BODY ret i32 0 }",
    "variable": "@main = global i32 0",
    "alias": "@main = alias i32 (), ptr @m\ndefine i32 @m() {BODY ret i32 0 }",
    "ifunc": "@main = ifunc i32 (), ptr @m\ndefine ptr @m() { ret ptr null }",
    "recursive": "define i32 @main(i32 %c) {BODY %r = call i32 @main(i32 %c) ret i32 %r }",
    "fast": "define fastcc i32 @main(i32 %c) {BODY ret i32 0 }",
    "weak": "define weak i32 @main() {BODY ret i32 0 }",
    "image": 'define target("spirv.Event") @main(target("spirv.Event") %e) {BODY ret target("spirv.Event") %e }',
    "address": "define ptr @main() {BODY ret ptr @main }",
}

# A pass for tests alone, which takes addresses of all memory; this one has none.
EXCEPTIONS = {("module-swifterror", "ir-test-ptr-trace")}

COMMANDS = [["info"], ["info", "--json"], ["dtrans", "--explain"], ["dtrans", "--json"],
            ["hir", "--deps"], ["hir", "--json", "--deps"], ["ckpt", "--auto", "-o", "out.ll"],
            ["ckpt", "-o", "out.ll"], ["ckpt", "--report", "--auto"]]
GOOD_CODES = {0, 1, 2, 3, 4}
NOISE = re.compile(rb"Stack dump|LLVM ERROR|Assertion|PLEASE submit|Sanitizer|runtime error")


def is_valid(assembler, text):
    return subprocess.run([assembler, "-o", os.devnull], input=text.encode(), capture_output=True,
                          check=False).returncode == 0


def rename(text, form):
    """Names of one form that no other form has."""
    return re.sub(r"%struct\.(\w)\b", rf"%struct.\1.{form}", text)


def type_module(args, name):
    head = (ARM if "scal" in name or name == "svcount" else X86) + DECLARATIONS
    parts = []
    for form, text in FORMS.items():
        part = rename(re.sub(r"\bT\b", lambda _: TYPES[name], text), form)
        if is_valid(args.llvm_as, head + part):
            parts.append(part)
    return head + "\n".join(parts) + MAIN


def modules(args):
    for name in TYPES:
        yield f"type-{name}", lambda name=name: type_module(args, name)
    for name, text in MODULES.items():
        yield f"module-{name}", lambda text=text: X86 + DECLARATIONS + text + MAIN
    for name, text in MAINS.items():
        body = " call void @checkpoint() "
        yield f"main-{name}", lambda text=text, body=body: (
            X86 + DECLARATIONS + text.replace("BODY", body))


def lathe_passes(lathe):
    text = subprocess.run([lathe, "passes"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^([a-z][\w-]*)(?=<|\s)", text, re.M)
    need = {"ir-test-ptr-check", "ir-print", "hir-test-sequence", "dtrans-test-layout",
            "dtrans-test-annotate", "ir-rename-structs"}
    extra = ["ir-rename-structs<prefix=x>", "ir-print<what=loops>", "ckpt-inject<auto>",
             "dtrans-pool<force>", "dtrans-aos-to-soa<force>", "dtrans-split<force>", "ckpt-test-place<every=1>",
             "ckpt-test-place<every=1>,ckpt-inject", "mem2reg,hir-canonicalize,hir-optimize"]
    return [n for n in names if n not in need] + extra


def run(args, folder, command):
    environment = dict(os.environ, LATHE_CRASH_DIR=str(folder))
    try:
        done = subprocess.run([args.lathe, *command], cwd=folder, capture_output=True,
                              timeout=args.limit, env=environment, check=False)
    except subprocess.TimeoutExpired:
        return "no end", ["no end"]
    wrong = []
    if done.returncode not in GOOD_CODES:
        wrong.append(f"exit code {done.returncode}")
    if NOISE.search(done.stderr):
        wrong.append("noise on standard error")
    if wrong:
        wrong += done.stderr.decode("utf-8", "replace").splitlines()[:2]
    return f"exit {done.returncode}", wrong


def try_module(args, name, make):
    text = make()
    if not is_valid(args.llvm_as, text):
        return name, [("invalid", [], ["llvm-as"])]
    folder = pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-", dir=args.work))
    (folder / "odd.ll").write_text(text)
    commands = [[*command, "odd.ll"] for command in COMMANDS]
    commands += [["opt", f"--passes={p}", "odd.ll", "-o", "out.ll"] for p in args.pipelines
                 if (name, p) not in EXCEPTIONS]
    results = [(*run(args, folder, command), command) for command in commands]
    if args.keep and any(wrong for _, wrong, _ in results):
        os.makedirs(args.keep, exist_ok=True)
        shutil.copy(folder / "odd.ll", os.path.join(args.keep, f"{name}.ll"))
    shutil.rmtree(folder)
    return name, results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lathe", default="lathe")
    parser.add_argument("--llvm-as", default="llvm-as-22")
    parser.add_argument("--passes", default="all", help="rows of passes with blanks between, or all")
    parser.add_argument("--only", default=".", help="modules whose names match")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--keep", help="folder for modules that fail")
    args = parser.parse_args()
    args.lathe = os.path.abspath(shutil.which(args.lathe) or sys.exit(f"no {args.lathe}"))
    args.llvm_as = os.path.abspath(shutil.which(args.llvm_as) or sys.exit(f"no {args.llvm_as}"))
    args.pipelines = lathe_passes(args.lathe) if args.passes == "all" else args.passes.split()
    endings, failures, count = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory(prefix="lathe-odd-") as args.work:
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            futures = [pool.submit(try_module, args, name, make) for name, make in modules(args)
                       if re.search(args.only, name)]
            for future in futures:
                name, results = future.result()
                count += 1
                for ending, wrong, command in results:
                    endings[ending] += 1
                    failures += bool(wrong)
                    if wrong:
                        print(f"{name}: {' '.join(command)}: {'; '.join(wrong)}", flush=True)
    shown = ", ".join(f"{n} x {ending}" for ending, n in sorted(endings.items()))
    print(f"{count} modules: {shown}")
    print(f"{failures} failures")
    return 1 if failures or endings["invalid"] else 0


if __name__ == "__main__":
    sys.exit(main())
