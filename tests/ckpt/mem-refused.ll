; What ckpt_mem cannot hold: pointers to elsewhere, pointers in saved memory, memory of unknown size.
; A function that is refused is as it was; others get their checkpoints.
; RUN: lathe opt --passes=ckpt-inject %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=WHY < %t.err
; WHY-DAG: warning: 'elsewhere' gets no checkpoints: 'p' points neither into one local or global variable nor into the memory of one argument [ckpt-mem-pointer]
; WHY-DAG: warning: 'stored' gets no checkpoints: a pointer is stored in 'cell', and would not be right after a restart [ckpt-mem-stored-pointer]
; WHY-DAG: warning: 'gone' gets no checkpoints: the caller was optimised, and no longer passes the memory: put the checkpoints in before [ckpt-mem-gone]
; WHY-DAG: warning: 'own' gets no checkpoints: the function itself uses 'ckpt_mem', the memory that it is to save into [ckpt-mem-own]
; WHY-DAG: warning: 'passed' gets no checkpoints: the function itself uses 'ckpt_mem', the memory that it is to save into [ckpt-mem-own]
; WHY-DAG: warning: 'unknown' gets no checkpoints: the size of the memory that 'a' points to is unknown [ckpt-mem-size]
; WHY-NOT: 'derived'
; WHY-NOT: 'asked'
; WHY-NOT: 'read'

declare void @checkpoint()
declare ptr @malloc(i64)
declare void @use(ptr)

; CHECK-LABEL: define double @elsewhere(
; CHECK-NEXT: %p = call ptr @malloc(i64 8)
; CHECK-NEXT: call void @checkpoint()
define double @elsewhere(ptr %ckpt_mem) {
  %p = call ptr @malloc(i64 8)
  call void @checkpoint()
  %v = load double, ptr %p
  ret double %v
}

; CHECK-LABEL: define void @stored(
; CHECK-NEXT: %cell = alloca ptr
; CHECK-NEXT: store ptr %other
define void @stored(ptr %ckpt_mem, ptr %other) {
  %cell = alloca ptr
  store ptr %other, ptr %cell
  call void @use(ptr %cell)
  call void @checkpoint()
  call void @use(ptr %cell)
  ret void
}

; CHECK-LABEL: define double @unknown(
; CHECK-NEXT: store double
define double @unknown(ptr %a, ptr %ckpt_mem) {
  store double 1.0, ptr %a
  call void @checkpoint()
  %v = load double, ptr %a
  ret double %v
}

; A pointer into an argument is saved as a distance, and noalias is dropped.
; CHECK-LABEL: define double @derived(ptr %a, i64 %i, ptr %ckpt_mem)
; CHECK: restoreController
; CHECK: ptrtoint ptr %p
; CHECK: sub i64
; CHECK: getelementptr i8, ptr %a, i64
define double @derived(ptr noalias %a, i64 %i, ptr %ckpt_mem) {
  %p = getelementptr double, ptr %a, i64 %i
  call void @checkpoint()
  %v = load double, ptr %p
  ret double %v
}

; Memory that is only read is the caller's to keep.
; CHECK-LABEL: define double @read(
; CHECK: restoreController
; CHECK-NOT: memcpy
; CHECK: {{^}}}
define double @read(ptr %a, ptr %ckpt_mem) {
  call void @checkpoint()
  %v = load double, ptr %a
  ret double %v
}

; An optimiser saw that nobody uses the parameter, and the caller passes nothing.
; CHECK-LABEL: define i32 @gone(
; CHECK-NEXT: call void @checkpoint()
define i32 @gone(i32 %x, ptr %ckpt_mem) {
  call void @checkpoint()
  ret i32 %x
}

define i32 @caller() {
  %r = call i32 @gone(i32 3, ptr poison)
  ret i32 %r
}

; The size of an array that is passed as the address of its first element is that of the array.
; CHECK-LABEL: define i32 @decayed(
; CHECK: restoreController
define i32 @decayed(ptr %a, ptr %ckpt_mem) {
  store i32 1, ptr %a
  call void @checkpoint()
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @passes(ptr %memory) {
  %array = alloca [4 x i32]
  %first = getelementptr inbounds [4 x i32], ptr %array, i64 0, i64 0
  %r = call i32 @decayed(ptr %first, ptr %memory)
  ret i32 %r
}

; The memory is for checkpoints alone: what the function writes there would damage them.
; CHECK-LABEL: define void @own(
; CHECK-NEXT: %second =
; CHECK-NEXT: store i32 1, ptr %second
define void @own(ptr %ckpt_mem) {
  %second = getelementptr i32, ptr %ckpt_mem, i64 1
  store i32 1, ptr %second
  call void @checkpoint()
  ret void
}

; CHECK-LABEL: define void @passed(
; CHECK-NEXT: call void @use(ptr %ckpt_mem)
define void @passed(ptr %ckpt_mem) {
  call void @use(ptr %ckpt_mem)
  call void @checkpoint()
  ret void
}

; Whether there is any memory may be asked.
; CHECK-LABEL: define i1 @asked(
; CHECK: restoreController
define i1 @asked(ptr %ckpt_mem) {
  call void @checkpoint()
  %no = icmp eq ptr %ckpt_mem, null
  ret i1 %no
}
