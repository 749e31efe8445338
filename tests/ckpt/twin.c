// A recursive function is entered again in a copy of it, so that the original asks nothing at its
// entry; one whose address is taken has no copy. Also with the debug records that -O2 leaves.
// RUN: clang -O2 -g -fno-discard-value-names -S -emit-llvm %s -o %t.ll
// RUN: lathe opt -q --passes=ckpt-inject %t.ll -o %t.out.ll
// RUN: FileCheck %s --input-file=%t.out.ll
// RUN: FileCheck %s --input-file=%t.out.ll --check-prefix=NONE
// NONE-NOT: @pick.resume
void checkpoint(void);
extern int puts(const char *);

// CHECK-LABEL: define internal i64 @pick(
// CHECK: call ptr @lathe_ckpt_load(
// CHECK: call i64 @pick(i64 noundef 0)
// CHECK: {{^}}}
__attribute__((noinline)) static long pick(long n) {
    if (n > 1)
        return pick(n - 1) ^ pick(n - 2);
    checkpoint();
    return n + 1;
}

long (*volatile chosen)(long) = pick;

// CHECK-LABEL: define {{.*}} @dig(
// CHECK-NOT: lathe_ckpt_load
// CHECK: dig.restoreController:
// CHECK-NEXT: br label %entry
// CHECK: call {{.*}} @dig(
// CHECK: load i32, ptr @lathe_ckpt_mode
// CHECK: call ptr @lathe_ckpt_save(ptr @[[SITE:ckpt.site[.0-9]*]])
// CHECK-NOT: lathe_ckpt_load
// CHECK: {{^}}}
__attribute__((noinline)) long dig(long depth, long *above) {
    long here[3] = {depth, *above, 0};
    if (depth > 0)
        here[2] = dig(depth - 1, here) + here[0];
    else
        checkpoint();
    return here[2] + here[1];
}

// CHECK-LABEL: define {{.*}} @lathe.ckpt.main(
// CHECK: call {{.*}} @dig(
// CHECK: call {{.*}} @dig.resume(
// CHECK: {{^}}}
int main(int argc, char **argv) {
    long top = argc;
    (void)argv;
    if (dig(argc + 20, &top) + pick(argc) + chosen(argc) == 7)
        puts("seven");
    return 0;
}

// CHECK-LABEL: define {{.*}} @dig.resume(
// CHECK: dig.resume.restoreController:
// CHECK-NEXT: load i32, ptr @lathe_ckpt_mode
// CHECK: call {{.*}} @dig(
// CHECK: call ptr @lathe_ckpt_save(ptr @[[SITE]])
// CHECK: call ptr @lathe_ckpt_load(
// CHECK: call {{.*}} @dig.resume(
// CHECK: {{^}}}
