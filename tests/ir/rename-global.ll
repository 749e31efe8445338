; A variable that is made anew keeps everything it had.
; RUN: lathe opt --passes=ir-rename-structs %s -o - | FileCheck %s --implicit-check-not='%%struct.' --implicit-check-not=lathe.old

%struct.S = type { i32, ptr }

$c = comdat any
; CHECK-DAG: @plain = dso_local global %lathe.struct.S { i32 1, ptr @plain }, align 32
@plain = dso_local global %struct.S { i32 1, ptr @plain }, align 32
; CHECK-DAG: @not_local = global %lathe.struct.S zeroinitializer
@not_local = global %struct.S zeroinitializer
; CHECK-DAG: @tls = internal thread_local(initialexec) global %lathe.struct.S undef, align 8
@tls = internal thread_local(initialexec) global %struct.S undef, align 8
; CHECK-DAG: @c = linkonce_odr hidden local_unnamed_addr constant %lathe.struct.S zeroinitializer, comdat
@c = linkonce_odr hidden local_unnamed_addr constant %struct.S zeroinitializer, comdat
; CHECK-DAG: @sec = internal unnamed_addr externally_initialized global [2 x %lathe.struct.S] zeroinitializer, section "tables", align 16, !m ![[M:[0-9]+]]
@sec = internal unnamed_addr externally_initialized global [2 x %struct.S] zeroinitializer, section "tables", align 16, !m !0
; CHECK-DAG: @space = addrspace(3) global %lathe.struct.S poison
@space = addrspace(3) global %struct.S poison
; CHECK-DAG: @weak = extern_weak dso_local global %lathe.struct.S
@weak = extern_weak dso_local global %struct.S
; CHECK-DAG: @com = common global %lathe.struct.S zeroinitializer
@com = common global %struct.S zeroinitializer
; CHECK-DAG: @prot = protected dllexport constant %lathe.struct.S zeroinitializer
@prot = protected dllexport constant %struct.S zeroinitializer
; CHECK-DAG: @llvm.used = appending global [1 x ptr] [ptr @tls], section "llvm.metadata"
@llvm.used = appending global [1 x ptr] [ptr @tls], section "llvm.metadata"
; CHECK-DAG: ![[M]] = !{!"x", ptr @plain}
!0 = !{!"x", ptr @plain}
