// container_of on a pointer that nothing else shows to lie in the struct: a step back and forth
// is no step.
// RUN: clang -O1 -Xclang -disable-llvm-passes -g -fno-discard-value-names -emit-llvm \
// RUN:   -S %s -o %t.ll
// RUN: lathe opt --passes=ir-ptrclasses %t.ll | FileCheck %s

struct list {
    struct list *next;
};
struct item {
    long value;
    struct list link;
    int *payload;
};
void *malloc(unsigned long);

static struct list **slot_of(struct list *l) {
    struct item *i = (struct item *)((char *)l - __builtin_offsetof(struct item, link));
    return &i->link.next;
}

int main(void) {
    struct list *l = (struct list *)malloc(24) + 1;
    struct list *target = malloc(8);
    *slot_of(l) = target;
    return l->next == target;
}

// CHECK: class 1
// CHECK-NEXT:   type struct.list {{.*}}ptr-container-of-only.c:23:48
// CHECK-NEXT:   type struct.item {{.*}}ptr-container-of-only.c:19:16
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-container-of-only.c:23:37
// CHECK-NEXT:   +8: class 2 -> class 3
// CHECK-NEXT: class 2 -> class 3
// CHECK-NEXT:   type struct.list {{.*}}ptr-container-of-only.c:26:15
// CHECK-NEXT:   back 8 {{.*}}ptr-container-of-only.c:18:48
// CHECK-NEXT:   -8: class 1
// CHECK-NEXT:   +0: -> class 3
// CHECK-NEXT: class 3
// CHECK-NEXT:   heap malloc(size=arg0) {{.*}}ptr-container-of-only.c:24:27
// CHECK-NOT: {{.}}
