; A transform that leaves the module broken: the verifier says so, the command ends with 70, names
; what reproduces it, and still writes the module, as it was before. A build goes on with a right
; program.
; RUN: rm -rf %t && mkdir %t && cd %t
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" %s -o out.bc 2>err; test $? = 70'
; RUN: lathe opt --passes=verify %s -o before.bc
; RUN: cmp out.bc before.bc
; RUN: FileCheck %s < err
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" %s -o - >out.ll 2>err; test $? = 70'
; RUN: lathe opt --passes=verify %s -o before.ll
; RUN: cmp out.ll before.ll

; So it is from bitcode, from the standard input, and from several files.
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" before.bc -o again.bc 2>err; test $? = 70'
; RUN: cmp again.bc before.bc
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" - <before.bc -o again.ll 2>err; test $? = 70'
; RUN: lathe opt --passes=verify - <before.bc -o stdin.ll
; RUN: cmp again.ll stdin.ll
; RUN: echo '@more = global i32 1' > more.ll
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" %s more.ll -o again.ll 2>err; test $? = 70'
; RUN: lathe opt --passes=verify %s more.ll -o linked.ll
; RUN: cmp again.ll linked.ll

; CHECK: error: invalid IR after dtrans-test-hooks: {{.*}}terminator{{.*}}; the module was written as it was before; what reproduces it is in

; What came before the transform in the pipeline is kept.
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="instsimplify,dtrans-test-hooks<break>" %s -o both.ll 2>err; test $? = 70'
; RUN: lathe opt --passes=instsimplify %s -o instsimplify.ll
; RUN: cmp both.ll instsimplify.ll

; Without -o nothing is written, and nothing is said to be.
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" %s 2>err; test $? = 70'
; RUN: FileCheck %s --check-prefix=NONE < err
; NONE: error: invalid IR after dtrans-test-hooks
; NONE-NOT: was written

; Where the module cannot be written either, the first failure is the one that is told.
; RUN: sh -c 'LATHE_CRASH_DIR=%t lathe opt --passes="dtrans-test-hooks<break>" %s -o missing/out.bc 2>err; test $? = 70'
; RUN: FileCheck %s --check-prefix=NONE < err

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, i64 }

declare ptr @malloc(i64)

define i32 @main() {
  %p = call ptr @malloc(i64 16)
  %f = getelementptr %struct.s, ptr %p, i32 0, i32 1
  store i64 3, ptr %f
  %x = add i32 2, 3
  ret i32 %x
}
