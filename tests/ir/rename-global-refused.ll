; What LLVM-C can neither read nor write is refused, not lost.
; RUN: rm -rf %t && split-file %s %t
; RUN: not lathe opt --passes=ir-rename-structs %t/sanitize.ll -o - 2>&1 | FileCheck %s --check-prefix=SAN
; RUN: not lathe opt --passes=ir-rename-structs %t/model.ll -o - 2>&1 | FileCheck %s --check-prefix=MODEL
; RUN: not lathe opt --passes=ir-rename-structs %t/partition.ll -o - 2>&1 | FileCheck %s --check-prefix=PART
; RUN: not lathe opt --passes=ir-rename-structs %t/attribute.ll -o - 2>&1 | FileCheck %s --check-prefix=ATTR
; RUN: not lathe opt --passes=ir-rename-structs %t/tls-alias.ll -o - 2>&1 | FileCheck %s --check-prefix=TLS
; RUN: lathe opt --passes=ir-rename-structs %t/near.ll -o - 2>&1 | FileCheck %s --check-prefix=NEAR

;--- sanitize.ll
; SAN: cannot rebuild '@g': it has no_sanitize_
%S = type { i32 }
@g = global %S zeroinitializer, no_sanitize_address
;--- model.ll
; MODEL: cannot rebuild '@g': it has code_model
%S = type { i32 }
@g = global %S zeroinitializer, code_model "large"
;--- partition.ll
; PART: cannot rebuild '@g': it has partition
%S = type { i32 }
@g = global %S zeroinitializer, partition "part"
;--- attribute.ll
; ATTR: cannot rebuild '@g': it has #
%S = type { i32 }
@g = global %S zeroinitializer #0
attributes #0 = { "bss-section"="x" }
;--- tls-alias.ll
; TLS: cannot rebuild the thread-local alias '@a'
%S = type { i32 }
@g = thread_local global i32 0
@a = thread_local alias %S, ptr @g
;--- near.ll
; NEAR: @g = global i32 0, no_sanitize_address
%S = type { i32 }
@g = global i32 0, no_sanitize_address
; NEAR: @h = global %lathe.S zeroinitializer, section ", partition #"
@h = global %S zeroinitializer, section ", partition #"
