; The blocks of a checkpoint: F.restoreController after the entry, X.save, X.restore, X.junction.
; RUN: lathe opt -q --passes=ckpt-inject %s -o - | FileCheck %s
; RUN: lathe opt --passes='ckpt-inject<inject=save>' %s -o - | FileCheck %s --check-prefix=SAVE
; RUN: lathe opt --passes='ckpt-inject<inject=restore>' %s -o - | FileCheck %s --check-prefix=RESTORE
; RUN: not lathe opt --passes='ckpt-inject<inject=both>' %s -o - 2>&1 | FileCheck %s --check-prefix=USAGE
; USAGE: error: pass 'ckpt-inject': inject=both: expected save|restore|save-restore

declare void @checkpoint()
declare double @f(double)

; One block, and one checkpoint in it.
; CHECK-LABEL: define double @one(
; CHECK: one.prologue:
; CHECK: one.restoreController:
; CHECK: %[[ID:.*]] = call i32 @ckpt.mem.enter(ptr %ckpt_mem, i64 {{-?[0-9]+}}, i64 16, i64 0)
; CHECK: br i1 %{{.*}}, label %one.restore, label %entry, !prof
; CHECK: entry:
; CHECK-NEXT: %y = call double @f(double %x)
; CHECK-NEXT: br label %entry.save
; CHECK: entry.save:
; CHECK: call ptr @ckpt.mem.begin(ptr %ckpt_mem)
; CHECK: store double %y, ptr %{{.*}}, align 1
; CHECK: call void @ckpt.mem.commit(ptr %ckpt_mem, i32 1, i64 %{{.*}})
; CHECK: br label %entry.junction
; CHECK: entry.junction:
; CHECK-NEXT: phi double [ %y, %entry.save ], [ %[[L:.*]], %entry.restore ]
; CHECK: call void @ckpt.mem.finish(ptr %ckpt_mem, i1 false)
; CHECK-NEXT: ret double
; CHECK: one.restore:
; CHECK: call ptr @ckpt.mem.saved(ptr %ckpt_mem)
; CHECK: switch i32 %[[ID]], label %entry [
; CHECK-NEXT: i32 1, label %entry.restore
; CHECK: entry.restore:
; CHECK: %[[L]] = load double, ptr %{{.*}}, align 1
; CHECK: br label %entry.junction
; SAVE-LABEL: define double @one(
; SAVE: entry.save:
; SAVE-NOT: entry.restore:
; RESTORE-LABEL: define double @one(
; RESTORE-NOT: entry.save:
; RESTORE: entry.restore:
define double @one(double %x, ptr %ckpt_mem) {
entry:
  %y = call double @f(double %x)
  call void @checkpoint()
  %z = fmul double %y, %y
  ret double %z
}

; In an innermost loop: the restore does not enter it, but a cold copy of the rest of the iteration,
; which goes on at the loop's header.
; CHECK-LABEL: define i64 @loop(
; CHECK: head:
; CHECK: phi i64 [ 0, %entry ], [ %[[N:[a-z0-9.]+]], %head.junction ], [ %[[N2:[a-z0-9.]+]], %head.junction.resume ]
; CHECK: head.save:
; CHECK: br label %head.junction
; CHECK: head.junction:
; CHECK-NOT: phi
; CHECK: %[[N]] = add i64
; CHECK: head.junction.resume:
; CHECK: %[[N2]] = add i64
; CHECK: br i1 %{{.*}}, label %head, label %out
; CHECK: head.restore:
; CHECK: br label %head.junction.resume
define i64 @loop(i64 %n, ptr %ckpt_mem) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %head ]
  %s = phi i64 [ 0, %entry ], [ %t, %head ]
  %t = add i64 %s, %i
  call void @checkpoint()
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %head, label %out
out:
  ret i64 %t
}

; No ckpt_mem and no main: left alone.
; CHECK-LABEL: define void @other(
; CHECK-NEXT: call void @checkpoint()
; CHECK-NEXT: ret void
define void @other() {
  call void @checkpoint()
  ret void
}
