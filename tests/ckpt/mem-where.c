// What does not say where ckpt_mem is, or names what is not there, is refused: nothing is done in its
// place. The right words work, by the argument's number and by its name, in the command and the pass.
// RUN: %S/Inputs/mem_where.sh %s %t 2>&1 | FileCheck %s
// CHECK: foo 2 2
// CHECK-NEXT: error: 'foo' does not say where ckpt_mem is: write FUNC:ARG:BYTES
// CHECK: work:1 2 2
// CHECK-NEXT: error: 'work:1' does not say where ckpt_mem is: write FUNC:ARG:BYTES
// CHECK: :: 2 2
// CHECK-NEXT: error: '::' does not say where ckpt_mem is: write FUNC:ARG:BYTES
// CHECK: work::100 2 2
// CHECK-NEXT: error: 'work::100' does not say where ckpt_mem is: write FUNC:ARG:BYTES
// CHECK: work:1:abc 2 2
// CHECK-NEXT: error: 'work:1:abc': 'abc' is not a number of bytes
// CHECK: work:1:4K 2 2
// CHECK-NEXT: error: 'work:1:4K': '4K' is not a number of bytes
// CHECK: work:1:0 2 2
// CHECK-NEXT: error: 'work:1:0': '0' is not a number of bytes
// CHECK: work:1:99999999999999999999 2 2
// CHECK-NEXT: error: {{.*}} is not a number of bytes
// CHECK: work:1:100:2 2 2
// CHECK-NEXT: error: 'work:1:100:2': '100:2' is not a number of bytes
// CHECK: wrok:1:100 2 2
// CHECK-NEXT: error: 'wrok:1:100': no function 'wrok' is defined in this program (did you mean 'work'?)
// CHECK: elsewhere:0:100 2 2
// CHECK-NEXT: error: 'elsewhere:0:100': no function 'elsewhere' is defined in this program{{$}}
// CHECK: work:9:100 2 2
// CHECK-NEXT: error: 'work:9:100': '9' is not a pointer argument of 'work'; there is 1 'state', 2 'data'
// CHECK: work:0:100 2 2
// CHECK-NEXT: error: 'work:0:100': '0' is not a pointer argument of 'work'; there is 1 'state', 2 'data'
// CHECK: work:stat:100 2 2
// CHECK-NEXT: error: 'work:stat:100': 'stat' is not a pointer
// CHECK: main:0:100 2 2
// CHECK-NEXT: error: 'main:0:100': '0' is not a pointer argument of 'main'; there is none
// CHECK: work:1:4096 0 0
// CHECK-NEXT: work.restoreController
// CHECK: work:state:4096 0 0
// CHECK-NEXT: work.restoreController
//
// A function whose memory is given, but without a directive, gets none, and that is what is said.
// RUN: not lathe ckpt --ckpt-mem=work:1:4096 %s -o %t.none.ll 2>&1 -- -DNONE | FileCheck %s --check-prefix=NONE
// NONE: error: there is no call of checkpoint(): none that is reached from main, and none in a function with ckpt_mem
void checkpoint(void);
void elsewhere(int *);
int work(int n, unsigned state[static 64], int data[static 4]) {
    for (int i = 0; i < n; i++) {
        data[i % 4] += i;
#ifndef NONE
        checkpoint();
#endif
    }
    return data[0];
}
static unsigned state[1024];
static int data[4];
int main(void) { return work(9, state, data); }
