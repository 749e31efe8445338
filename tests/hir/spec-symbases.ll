; The example for DDRefs and symbases. The values of an SCC (%x.018 and what it becomes) are one temp;
; a PHI that is no part of a cycle of its own (%1) is copied at the latch.
; RUN: lathe hir --as-is %s | FileCheck %s
; RUN: lathe hir --as-is --verbose %s 2>/dev/null | FileCheck --check-prefix=VERBOSE %s

; CHECK:      + DO i1 = 0, 3, 1   <DO_LOOP>
; CHECK-NEXT: |   %x.018 = %x.018  +  %1;
; CHECK-NEXT: |   %2 = (%b)[i1 + 1];
; CHECK-NEXT: |   %add4 = %x.018  +  %2;
; CHECK-NEXT: |   (%b)[i1] = %add4;
; CHECK-NEXT: |   %1 = %2;
; CHECK-NEXT: + END LOOP

; The base pointer has a symbase of its own, both references of memory share another one.
; VERBOSE-DAG: TEMP %b {ptr sb:[[BASE:[0-9]+]] level:0}
; VERBOSE-DAG: TEMP %x.018 {double sb:[[X:[0-9]+]] level:1}
; VERBOSE:     %2 = (%b)[i1 + 1{exact} : 8]{double sb:[[MEMORY:[0-9]+]] nowrap}
; VERBOSE:     (%b)[i1{exact} : 8]{double sb:[[MEMORY]] nowrap} = %add4

define double @f(ptr %b, double %x, double %0) {
entry:
  br label %for.body

for.body:
  %indvars.iv = phi i64 [ 0, %entry ], [ %indvars.iv.next, %for.body ]
  %1 = phi double [ %0, %entry ], [ %2, %for.body ]
  %x.018 = phi double [ %x, %entry ], [ %add, %for.body ]
  %add = fadd double %x.018, %1
  %indvars.iv.next = add nuw nsw i64 %indvars.iv, 1
  %arrayidx = getelementptr inbounds double, ptr %b, i64 %indvars.iv.next
  %2 = load double, ptr %arrayidx, align 8
  %add4 = fadd double %add, %2
  %arrayidx6 = getelementptr inbounds double, ptr %b, i64 %indvars.iv
  store double %add4, ptr %arrayidx6, align 8
  %exitcond = icmp eq i64 %indvars.iv.next, 4
  br i1 %exitcond, label %for.end, label %for.body

for.end:
  ret double %add
}
