// buffer + 4 - 1 is buffer + 3: it does not step back out of a member, though `buffer` shares its
// class with one. A step back from the member itself does.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=always-inline,mem2reg,ir-ptrclasses %t.ll | FileCheck %s
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm -DBACK \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=always-inline,mem2reg,ir-ptrclasses %t.ll | FileCheck %s --check-prefix=BACK

struct named {
    int *first;
    int *second;
    char text[16];
};
void *malloc(unsigned long);

static void fill(char *p) {
    for (int i = 0; i < 3; i++)
        *p++ = 'x';
}

int main(int argc, char **argv) {
    char buffer[16];
    struct named *n = malloc(sizeof *n);
    n->first = malloc(4);
    n->second = malloc(8);
    fill(n->text);
    fill(buffer);
#ifdef BACK
    char *p = argc > 1 ? n->text : buffer + 4;
    p[-1] = 0;
#else
    char *p = buffer + 4;
    fill(p - 1);
#endif
    return *n->first + *n->second;
}

// CHECK: class {{[0-9]+}} -> class [[FIRST:[0-9]+]]
// CHECK-NEXT:   type struct.named
// CHECK-NEXT:   heap malloc(size=arg0)
// CHECK-NEXT:   +0: -> class [[FIRST]]
// CHECK-NEXT:   +8: -> class [[SECOND:[0-9]+]]
// CHECK-NEXT:   +16: every 1
// CHECK-NEXT: class [[FIRST]]{{$}}
// CHECK-NEXT:   heap malloc(size=arg0)
// CHECK-NEXT: class [[SECOND]]{{$}}
// CHECK-NEXT:   heap malloc(size=arg0)

// BACK: type struct.named
// BACK-NOT: +8: -> class
// BACK: back 1
// BACK-NEXT: folded 1
