// Bytes of one member may leave the program: they stay together wherever the member goes. Bytes of
// an object, or of a member and its neighbour, may not.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -emit-llvm -S %s -o %t.ll
// RUN: lathe opt --passes=dtrans-analysis %t.ll | FileCheck %s

#include <stdio.h>
#include <stdlib.h>

// CHECK-LABEL: type struct.buffer size
// CHECK-SAME: legal reorder-fields delete-fields
// CHECK-NOT: {{ }}AddressTaken
struct buffer {
    long n;
    char text[64];
    int numbers[4];
};

// CHECK-LABEL: type struct.neighbours size
// CHECK-SAME: legal nothing
// CHECK: AddressTaken {{.*}}yield-bytes.c:[[#@LINE+19]]:{{.*}}: fwrite sees the bytes of the object
struct neighbours {
    int n;
    short x[4], y;
};

// CHECK-LABEL: type struct.record size
// CHECK-SAME: legal nothing
// CHECK: AddressTaken {{.*}}yield-bytes.c:[[#@LINE+12]]:{{.*}}: fwrite sees the bytes of the object
struct record {
    int a, b;
};

int main(int argc, char **argv) {
    struct buffer *b = calloc(1, sizeof *b);
    struct neighbours *m = calloc(1, sizeof *m);
    struct record *r = calloc(1, sizeof *r);
    b->n = (long)fread(b->text, 1, (size_t)argc, stdin);
    fread(b->numbers, sizeof b->numbers, 1, stdin);
    fwrite(m->x, sizeof *m->x, 5, stdout);
    fwrite(r, sizeof *r, 1, stdout);
    m->y = (short)m->n;
    r->a = r->b;
    return b->text[argc] + b->numbers[0] + (int)b->n;
}
