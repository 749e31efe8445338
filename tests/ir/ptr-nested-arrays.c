// Arrays of arrays of structs, in a struct and in a global: every element is one place.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct cell {
    int *owner;
    short kind;
};
struct board {
    int width;
    struct cell cells[4][8];
    int *last;
};
static struct cell spare[3][2];
static struct board game;

int main(int argc, char **argv) {
    int one = 1, two = 2;
    game.cells[argc & 3][1].owner = &one;
    spare[2][argc & 1].owner = &two;
    game.last = &two;
    return *game.cells[1][argc & 7].owner + *spare[1][0].owner;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.board {{.*}}ptr-nested-arrays.c:16
// CHECK-NEXT:   global @game {{.*}}ptr-nested-arrays.c:16
// CHECK-NEXT:   +8: class 2 every 16
// CHECK-NEXT: class 2 every 16
// CHECK-NEXT:   type struct.cell {{.*}}ptr-nested-arrays.c:20:5
// CHECK-NEXT:   walked 16 {{.*}}ptr-nested-arrays.c:20:5
// CHECK-NEXT: class 3 every 16
// CHECK-NEXT:   type struct.cell {{.*}}ptr-nested-arrays.c:15
// CHECK-NEXT:   global @spare {{.*}}ptr-nested-arrays.c:15
// CHECK-NEXT:   walked 16 {{.*}}ptr-nested-arrays.c:21:5
// CHECK-NOT: {{.}}
