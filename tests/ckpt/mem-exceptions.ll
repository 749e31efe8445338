; What was thrown is not saved: no checkpoint in a handler of exceptions, nor in what is cleaned up on
; the way to one. After the handler there may be.
; RUN: lathe opt --passes=ckpt-inject %s -o %t.ll 2> %t.err
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=WHY < %t.err
; WHY-DAG: warning: 'catches' gets no checkpoints: the checkpoint can be reached while an exception is handled: what was thrown is not saved [ckpt-exception]
; WHY-DAG: warning: 'cleans' gets no checkpoints: the checkpoint can be reached while an exception is handled: what was thrown is not saved [ckpt-exception]
; WHY-NOT: 'after'
; WHY-NOT: 'calm'

declare void @checkpoint()
declare i32 @may_throw()
declare i32 @__gxx_personality_v0(...)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()

; CHECK-LABEL: define i32 @catches(
; CHECK-NOT: restoreController
; CHECK-LABEL: define i32 @cleans(
define i32 @catches(ptr %ckpt_mem) personality ptr @__gxx_personality_v0 {
  %x = invoke i32 @may_throw() to label %end unwind label %pad
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %p, 0
  %c = call ptr @__cxa_begin_catch(ptr %e)
  call void @checkpoint()
  call void @__cxa_end_catch()
  ret i32 0
end:
  ret i32 %x
}

; CHECK-NOT: restoreController
; CHECK-LABEL: define i32 @after(
define i32 @cleans(ptr %ckpt_mem) personality ptr @__gxx_personality_v0 {
  %x = invoke i32 @may_throw() to label %end unwind label %pad
pad:
  %p = landingpad { ptr, i32 } cleanup
  call void @checkpoint()
  resume { ptr, i32 } %p
end:
  ret i32 %x
}

; The result of an invoke is stored where the block begins that it goes on in.
; CHECK: end.junction:
; CHECK-NEXT: %[[X:.*]] = phi i32 [ %x, %end.save ], [ %{{.*}}, %end.restore ]
; CHECK: ret i32
define i32 @after(ptr %ckpt_mem) personality ptr @__gxx_personality_v0 {
  %x = invoke i32 @may_throw() to label %end unwind label %pad
pad:
  %p = landingpad { ptr, i32 } catch ptr null
  %e = extractvalue { ptr, i32 } %p, 0
  %c = call ptr @__cxa_begin_catch(ptr %e)
  call void @__cxa_end_catch()
  call void @checkpoint()
  ret i32 0
end:
  call void @checkpoint()
  ret i32 %x
}

; checkpoint() does not throw.
; CHECK-LABEL: define i32 @calm(
; CHECK: restoreController
; CHECK-NOT: invoke
; CHECK: {{^}}}
define i32 @calm(ptr %ckpt_mem) personality ptr @__gxx_personality_v0 {
  invoke void @checkpoint() to label %end unwind label %pad
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
end:
  ret i32 1
}
